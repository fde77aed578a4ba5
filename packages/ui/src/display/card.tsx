import type { ReactNode } from 'react'

interface CardProps {
  /** Heading of the card. Without it the card has no head. */
  title?: ReactNode
  /** At the other end of the heading: a count, a button. */
  aside?: ReactNode
  /** `none` for lists and tables, which bring their own. */
  padding?: 'normal' | 'none'
  className?: string
  children: ReactNode
}

/** A flat sheet that holds what belongs together. */
export function Card({ title, aside, padding = 'normal', className = '', children }: CardProps) {
  return (
    <section className={`rounded-card border border-line bg-raised ${className}`}>
      {title && (
        <header className="flex min-h-13 items-center gap-3 border-b border-line px-4.5 py-2">
          <h2 className="min-w-0 flex-1">{title}</h2>
          {aside && <div className="shrink-0 text-small text-ink-soft">{aside}</div>}
        </header>
      )}
      <div className={padding === 'normal' ? 'p-4.5' : ''}>{children}</div>
    </section>
  )
}
