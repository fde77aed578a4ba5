import type { ReactNode } from 'react'
import { Logo } from '../display/logo.tsx'

interface AuthLayoutProps {
  /** The name beside the logo. */
  brand: string
  brandHref?: string
  /** Content at the end of the header, usually the language selection. */
  aside?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** Layout of sign-in and related pages: one centred card. */
export function AuthLayout({ brand, brandHref = '/', aside, footer, children }: AuthLayoutProps) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] max-sm:bg-raised">
      <header className="flex items-center justify-between px-6 py-4 max-sm:px-4 max-sm:py-3">
        <a href={brandHref} className="flex items-center gap-2.5 text-lead font-bold text-ink no-underline">
          <Logo size={28} />
          {brand}
        </a>
        {aside}
      </header>
      <main className="grid grid-cols-[minmax(0,1fr)] place-items-center px-4 max-sm:place-items-start max-sm:justify-items-stretch max-sm:px-0">
        {children}
      </main>
      <footer className="flex min-h-12 justify-center gap-5 p-4 text-label text-ink-soft">{footer}</footer>
    </div>
  )
}

/** The card of an {@link AuthLayout}. */
export function AuthCard({ children }: { children: ReactNode }) {
  return (
    <div className="w-full max-w-[25.5rem] rounded-card border border-line bg-raised px-8 pt-7 pb-6 max-sm:max-w-none max-sm:border-0 max-sm:px-5 max-sm:pt-4">
      {children}
    </div>
  )
}

/** A text divider between alternatives. */
export function OrDivider({ children }: { children: ReactNode }) {
  return (
    <p className="my-4 flex items-center gap-3 text-small text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </p>
  )
}
