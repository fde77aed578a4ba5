interface StatusDotProps {
  /** `ringing` pulses unless reduced motion is preferred. `off` for calls that ended or are on hold. */
  state: 'steady' | 'ringing' | 'warning' | 'off'
}

const looks = {
  steady: 'bg-lamp shadow-[0_0_0_3px_color-mix(in_oklch,var(--lamp)_25%,transparent)]',
  ringing:
    'bg-lamp shadow-[0_0_0_3px_color-mix(in_oklch,var(--lamp)_25%,transparent)] motion-safe:animate-ring',
  warning: 'bg-panel-warning shadow-[0_0_0_3px_color-mix(in_oklch,var(--panel-warning)_25%,transparent)]',
  off: 'bg-line-strong',
}

/** A coloured dot for the state of a call. Decorative: show the state as text beside it. */
export function StatusDot({ state }: StatusDotProps) {
  return <span aria-hidden className={`mx-1 inline-block size-2.5 shrink-0 rounded-full ${looks[state]}`} />
}
