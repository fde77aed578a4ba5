import { Icon, type IconType } from '@parley/ui'
import type { ReactNode } from 'react'

interface SettingRowProps {
  icon?: IconType
  title: ReactNode
  detail?: ReactNode
  /** Buttons at the end; below the text where the row is narrow. */
  action?: ReactNode
  /** Shown below the row: an error, or what an action opens. */
  children?: ReactNode
}

/** A row of a {@link SettingList}. */
export function SettingRow({ icon, title, detail, action, children }: SettingRowProps) {
  return (
    <li className="px-4.5 py-3">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
        {icon && <Icon icon={icon} className="text-ink-soft" />}
        <div className="min-w-[min(10rem,100%)] flex-1">
          <div className="wrap-anywhere font-medium">{title}</div>
          {detail && <div className="flex flex-wrap gap-1.5 text-small text-ink-soft">{detail}</div>}
        </div>
        {action}
      </div>
      {children}
    </li>
  )
}

/** A list with a line between its rows, inside a card without padding. */
export function SettingList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="[&>li+li]:border-t [&>li+li]:border-line">
      {children}
    </ul>
  )
}
