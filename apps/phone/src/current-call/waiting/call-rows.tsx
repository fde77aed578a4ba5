import { formatRinging, Icon, type IconType } from '@parley/ui'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '../../shell/hooks/use-now.ts'

interface CallRowsProps {
  icon: IconType
  title: string
  count: number
  /** Whether the rows are shown until the user opens or closes them. */
  initially: 'open' | 'closed'
  children: ReactNode
}

/** A list of calls in which the user takes no part. The keyboard scrolls it when it is long. */
export function CallRows({ icon, title, count, initially, children }: CallRowsProps) {
  return (
    <details open={initially === 'open'} className="group shrink-0">
      <summary className="flex cursor-pointer items-center gap-2 text-small">
        <Icon icon={icon} size="small" />
        <h2 className="flex-1 text-small font-semibold">{title}</h2>
        <span className="text-ink-soft tabular-nums">{count}</span>
        <Icon icon={ChevronDown} size="small" className="group-open:rotate-180" />
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
      <section aria-label={title} tabIndex={0} className="mt-2 max-h-56 overflow-y-auto max-lg:max-h-25">
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">{children}</ul>
      </section>
    </details>
  )
}

interface CallRowProps {
  title: string
  subtitle: string
  /** Of the clock of the service. */
  since: number
  clockOffsetMs: number
  action?: ReactNode
}

/** A call, and how long it has waited. */
export function CallRow({ title, subtitle, since, clockOffsetMs, action }: CallRowProps) {
  const time = formatRinging(Math.max(useNow() + clockOffsetMs - since, 0))
  return (
    <li className="flex items-center gap-2.5 rounded-control bg-sunken px-3 py-2 text-small">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{title}</p>
        <p className="flex text-ink-soft tabular-nums">
          {subtitle && <span className="truncate">{subtitle}</span>}
          {subtitle && <span className="shrink-0 whitespace-pre"> · </span>}
          <span className="shrink-0">{time}</span>
        </p>
      </div>
      {action}
    </li>
  )
}
