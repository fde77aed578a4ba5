import type { ReactNode } from 'react'
import { Icon, type IconType } from '../controls/icon.tsx'

const tones = {
  neutral: 'bg-fill text-ink-soft',
  accent: 'bg-accent-soft text-accent',
  positive: 'bg-positive-soft text-positive',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  live: 'bg-live-soft text-live',
}

interface BadgeProps {
  tone?: keyof typeof tones
  icon?: IconType
  children: ReactNode
}

/** A short label for a state or type. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span
      data-edge
      className={`inline-flex min-h-5.5 items-center gap-1 rounded-full px-2 text-label font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {icon && <Icon icon={icon} size="tiny" />}
      {children}
    </span>
  )
}
