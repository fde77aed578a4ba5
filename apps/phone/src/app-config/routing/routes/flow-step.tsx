import { Icon, type IconType } from '@parley/ui'
import type { ReactNode } from 'react'

interface FlowStepProps {
  icon: IconType
  title: string
  badge?: ReactNode
  children?: ReactNode
}

/** A step of the way of a call, joined to the next one by a line. */
export function FlowStep({ icon, title, badge, children }: FlowStepProps) {
  return (
    <li className="relative grid grid-cols-[2.25rem_minmax(0,1fr)] gap-3.5 pb-5 last:pb-0 not-last:before:absolute not-last:before:top-9 not-last:before:bottom-0 not-last:before:left-4.5 not-last:before:w-px not-last:before:bg-line-strong">
      <span className="grid size-9 place-items-center rounded-full bg-fill text-ink-soft">
        <Icon icon={icon} />
      </span>
      <div className="grid min-w-0 gap-0.5 pt-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 flex-1 wrap-anywhere">{title}</h3>
          {badge}
        </div>
        {children && <div className="grid gap-1 text-small wrap-anywhere text-ink-soft">{children}</div>}
      </div>
    </li>
  )
}
