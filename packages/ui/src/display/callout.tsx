import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon, type IconType } from '../controls/icon.tsx'

export type CalloutTone = 'neutral' | 'accent' | 'positive' | 'warning' | 'danger'

const tones: Record<CalloutTone, { background: string; mark: string; icon: IconType }> = {
  neutral: { background: 'bg-sunken', mark: 'text-ink-soft', icon: Info },
  accent: { background: 'bg-accent-soft', mark: 'text-accent', icon: Info },
  positive: { background: 'bg-positive-soft', mark: 'text-positive', icon: CircleCheck },
  warning: { background: 'bg-warning-soft', mark: 'text-warning', icon: TriangleAlert },
  danger: { background: 'bg-danger-soft', mark: 'text-danger', icon: CircleAlert },
}

interface CalloutProps {
  tone?: CalloutTone
  icon?: IconType
  /** The main sentence. */
  title?: ReactNode
  /** Details and advice. */
  children?: ReactNode
  /** A button at the end. */
  action?: ReactNode
  /** `alert` interrupts the screen reader, `status` does not. */
  role?: 'alert' | 'status'
  className?: string
}

/** An inline message: what happened, then what to do. */
export function Callout({
  tone = 'neutral',
  icon,
  title,
  children,
  action,
  role,
  className = '',
}: CalloutProps) {
  const look = tones[tone]
  return (
    <div
      role={role}
      data-edge
      className={`flex gap-2.5 rounded-control px-3.5 py-3 text-small ${look.background} ${className}`}
    >
      <Icon icon={icon ?? look.icon} size="small" className={`mt-0.5 ${look.mark}`} />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      {action && <div className="shrink-0 self-center">{action}</div>}
    </div>
  )
}
