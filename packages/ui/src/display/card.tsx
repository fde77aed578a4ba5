import type { ReactNode } from 'react'

interface CardProps {
  /** Heading of the card. The card has no header without it. */
  title?: ReactNode
  /** Content at the end of the header: a count or a button. */
  aside?: ReactNode
  /** `none` for lists and tables, which have their own padding. */
  padding?: 'normal' | 'none'
  className?: string
  /** For links to the card on a page. */
  id?: string
  children: ReactNode
}

/** A bordered section. */
export function Card({ title, aside, padding = 'normal', className = '', id, children }: CardProps) {
  return (
    <section id={id} className={`scroll-mt-4 rounded-card border border-line bg-raised ${className}`}>
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
