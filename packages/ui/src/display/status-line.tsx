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
  /** The state as a word. */
  label: string
  /** The figure behind it: "round trip 38 ms". Left out on a phone's width. */
  figure?: string
  /** The one thing that helps. */
  action?: ReactNode
}

/** Whether calls can be made now. */
export function StatusLine({ state, label, figure, action }: StatusLineProps) {
  const { icon, colour } = looks[state]
  return (
    <div className="flex items-center gap-2 text-small whitespace-nowrap">
      <Icon icon={icon} size="small" className={colour} />
      <span role="status" className="font-semibold">
        {label}
      </span>
      {figure && <span className="text-ink-soft tabular-nums max-sm:hidden">{figure}</span>}
      {action}
    </div>
  )
}
