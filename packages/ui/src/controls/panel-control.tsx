import type { ComponentProps } from 'react'
import { Icon, type IconType } from './icon.tsx'

interface PanelControlProps extends ComponentProps<'button'> {
  icon: IconType
  /** The label below the icon. It names the state once pressed: Mute, then Muted. */
  label: string
  pressed?: boolean
  /** `warning` for states that users may forget, such as muted. */
  pressedLook?: 'lamp' | 'warning'
  /** The keyboard shortcut, for screen readers and the tooltip. */
  shortcut?: string
}

/** A button of the live call panel. */
export function PanelControl({
  icon,
  label,
  pressed,
  pressedLook = 'lamp',
  shortcut,
  className = '',
  ...rest
}: PanelControlProps) {
  const down = pressedLook === 'lamp' ? 'aria-pressed:bg-lamp' : 'aria-pressed:bg-panel-warning'

  return (
    <button
      {...rest}
      type="button"
      aria-pressed={pressed}
      aria-keyshortcuts={shortcut}
      title={shortcut}
      className={`grid min-h-16 content-center justify-items-center gap-1.5 rounded-control border border-transparent bg-raised px-1 pt-2.5 pb-2 text-small leading-5 text-ink transition-colors hover:border-line-strong disabled:bg-sunken disabled:text-ink-soft aria-pressed:font-semibold aria-pressed:text-panel max-sm:min-h-14 sm:short:min-h-12 sm:short:gap-0.5 sm:short:py-1 ${down} ${className}`}
    >
      <Icon icon={icon} />
      {label}
    </button>
  )
}
