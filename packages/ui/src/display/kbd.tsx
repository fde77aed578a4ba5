import type { ReactNode } from 'react'

/** A key of the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-block min-w-6.5 rounded-chip border border-line bg-sunken px-1.5 text-center font-sans text-label leading-5 whitespace-nowrap text-ink">
      {children}
    </kbd>
  )
}
