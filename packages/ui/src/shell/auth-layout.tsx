import type { ReactNode } from 'react'
import { Logo } from '../display/logo.tsx'

export interface BrandLogo {
  readonly url: string
  /** It contains the name, which is then not shown beside it. */
  readonly hasName: boolean
}

interface AuthLayoutProps {
  /** The name beside the logo; null until it is known. */
  brand: string | null
  /** The logo of an application, or that of Parley; without it the header shows the name alone. */
  logo?: BrandLogo | 'parley'
  brandHref?: string
  /** Content at the end of the header, usually the language selection. */
  aside?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** Layout of sign-in and related pages: one centred card. */
export function AuthLayout({ brand, logo, brandHref = '/', aside, footer, children }: AuthLayoutProps) {
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] max-sm:bg-raised">
      <header className="flex items-center justify-between gap-4 px-6 py-4 max-sm:px-4 max-sm:py-3">
        {brand === null ? <span /> : <BrandLink brand={brand} logo={logo} href={brandHref} />}
        {aside}
      </header>
      <main className="grid grid-cols-[minmax(0,1fr)] place-items-center px-4 max-sm:place-items-start max-sm:justify-items-stretch max-sm:px-0">
        {children}
      </main>
      <footer className="flex min-h-12 justify-center gap-5 p-4 text-label text-ink-soft">{footer}</footer>
    </div>
  )
}

function BrandLink({ brand, logo, href }: { brand: string; logo?: BrandLogo | 'parley'; href: string }) {
  return (
    <a href={href} className="flex min-w-0 items-center gap-2.5 text-lead font-bold text-ink no-underline">
      {logo === 'parley' && <Logo size={28} />}
      {typeof logo === 'object' && <BrandImage {...logo} brand={brand} />}
      {typeof logo === 'object' && logo.hasName ? null : <span className="min-w-0 truncate">{brand}</span>}
    </a>
  )
}

function BrandImage({ url, hasName, brand }: BrandLogo & { brand: string }) {
  const size = hasName ? 'max-w-50 max-sm:max-w-36' : 'max-w-20'
  return <img src={url} alt={hasName ? brand : ''} className={`h-7 w-auto shrink-0 object-contain ${size}`} />
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
