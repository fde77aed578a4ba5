import type { ReactNode } from 'react'

/** A card with divided rows. Rows adapt to the width of the list (container queries). */
export function List({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="@container overflow-hidden rounded-card border border-line bg-raised [&>li+li]:border-t [&>li+li]:border-line"
    >
      {children}
    </ul>
  )
}

interface ListRowProps {
  /** An icon or an avatar of 36 px. */
  leading?: ReactNode
  /** The name. A link in it covers the whole row except `action`. */
  title: ReactNode
  subtitle?: ReactNode
  /** Small status icons. */
  marks?: ReactNode
  /** Hidden in narrow lists. */
  outcome?: ReactNode
  /** Stacked at the right; always visible. */
  values?: ReactNode
  action?: ReactNode
  /** `below-if-narrow`: many actions get their own line in narrow lists. */
  actionPlace?: 'beside' | 'below-if-narrow'
  /** Below the row, over its whole width. */
  details?: ReactNode
  isCurrent?: boolean
}

/** A list row of two lines, 56 px high. With very large text, it has more lines, so that it cuts no number. */
export function ListRow({
  leading,
  title,
  subtitle: second,
  marks,
  outcome,
  values,
  action,
  actionPlace = 'beside',
  details,
  isCurrent = false,
}: ListRowProps) {
  return (
    <li
      className={`relative flex min-h-14 items-center gap-x-3.5 gap-y-1 py-2 pr-2 pl-4 transition-colors max-sm:gap-x-3 ${details || actionPlace !== 'beside' ? 'flex-wrap' : '@max-[18rem]:flex-wrap'} ${isCurrent ? 'bg-accent-soft' : 'hover:bg-hover'}`}
    >
      {leading}
      <div className="min-w-0 flex-1 @max-[18rem]:basis-[calc(100%-4rem)]">
        <div className="truncate font-semibold @max-[18rem]:whitespace-normal @max-[18rem]:wrap-anywhere [&>a]:after:absolute [&>a]:after:inset-0">
          {title}
        </div>
        {second && (
          <div className="truncate text-small text-ink-soft @max-[18rem]:whitespace-normal @max-[18rem]:wrap-anywhere">
            {second}
          </div>
        )}
      </div>
      {marks && <div className="flex items-center justify-end gap-2.5 text-ink-soft">{marks}</div>}
      {outcome && <div className="w-25 text-small text-ink-soft @max-[42rem]:hidden">{outcome}</div>}
      {values && (
        <div className="grid min-w-22 justify-items-end text-right text-small whitespace-nowrap tabular-nums @max-[28rem]:min-w-0">
          {values}
        </div>
      )}
      {action && (
        <div
          className={`relative flex ${actionPlace === 'beside' ? '' : '@max-[28rem]:basis-full @max-[28rem]:justify-end'}`}
        >
          {action}
        </div>
      )}
      {details && <div className="relative min-w-0 basis-full pr-2">{details}</div>}
    </li>
  )
}
