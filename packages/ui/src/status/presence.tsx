import type { ReactNode } from 'react'

const looks = {
  free: 'rounded-full bg-positive',
  'do-not-disturb': 'rounded-full border-[2.5px] border-danger',
  'in-call': 'rounded-[2px] bg-live',
  away: 'rounded-full border-[1.5px] border-line-strong',
}

interface PresenceProps {
  state: keyof typeof looks
  /** The state as text: shape and colour of the dot are never its only sign. */
  children: ReactNode
}

/** Whether a person can be called now: a dot and a word. */
export function Presence({ state, children }: PresenceProps) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span aria-hidden className={`size-2 shrink-0 ${looks[state]}`} />
      {children}
    </span>
  )
}
