import { CircleAlert, CircleCheck, LoaderCircle, MicOff, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../controls/icon.tsx'

const looks = {
  ready: { icon: CircleCheck, colour: 'text-positive' },
  connecting: { icon: LoaderCircle, colour: 'text-ink-soft motion-safe:animate-spin' },
  offline: { icon: WifiOff, colour: 'text-danger' },
  'microphone-blocked': { icon: MicOff, colour: 'text-danger' },
  attention: { icon: CircleAlert, colour: 'text-warning' },
} as const

interface StatusLineProps {
  state: keyof typeof looks
  /** The state as text. */
  label: string
  /** A measured value: "round trip 38 ms". Hidden on narrow screens. */
  value?: string
  /** A button that resolves the problem. */
  action?: ReactNode
}

/** Shows whether calls can be made. */
export function StatusLine({ state, label, value, action }: StatusLineProps) {
  const { icon, colour } = looks[state]
  return (
    <div className="flex items-center gap-2 text-small whitespace-nowrap">
      <Icon icon={icon} size="small" className={colour} />
      <span role="status" className="font-semibold">
        {label}
      </span>
      {value && <span className="text-ink-soft tabular-nums max-sm:hidden">{value}</span>}
      {action}
    </div>
  )
}
