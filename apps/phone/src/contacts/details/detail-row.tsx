import type { ReactNode } from 'react'

interface DetailRowProps {
  label: string
  /** `below-if-narrow`: buttons that do not fit beside a number get their own line. */
  actions?: 'beside' | 'below-if-narrow'
  children: ReactNode
}

/** A number or an address of a person, with its label. */
export function DetailRow({ label, actions = 'beside', children }: DetailRowProps) {
  return (
    <li
      className={`flex min-h-11 items-center gap-x-3 py-0.5 pr-2 pl-4.5 ${actions === 'beside' ? '' : 'flex-wrap'}`}
    >
      <span className="w-19 shrink-0 truncate text-small text-ink-soft">{label}</span>
      {children}
    </li>
  )
}
