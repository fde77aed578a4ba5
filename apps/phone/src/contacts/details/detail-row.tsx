import type { ReactNode } from 'react'

/** A number or an address of a person, with its label. */
export function DetailRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li className="flex min-h-11 items-center gap-3 py-0.5 pr-2 pl-4.5">
      <span className="w-19 shrink-0 truncate text-small text-ink-soft">{label}</span>
      {children}
    </li>
  )
}
