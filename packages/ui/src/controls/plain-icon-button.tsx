import type { ComponentProps } from 'react'
import { Icon, type IconType } from './icon.tsx'

export interface PlainIconButtonProps extends ComponentProps<'button'> {
  icon: IconType
  /** Accessible name. */
  label: string
  size?: 'small' | 'normal'
  /** `call`: green, starts a call. `outlined`: with a border. */
  look?: 'plain' | 'call' | 'outlined'
  /** For a toggle button. */
  pressed?: boolean
}

const looks = {
  plain: 'text-ink-soft hover:text-ink',
  call: 'text-positive',
  outlined: 'border border-line text-ink-soft hover:text-ink',
}

/** A button with an icon only, for an icon that needs no tooltip. */
export function PlainIconButton({
  icon,
  label,
  size = 'normal',
  look = 'plain',
  pressed,
  type = 'button',
  className = '',
  ...rest
}: PlainIconButtonProps) {
  const square = size === 'small' ? 'size-8' : 'size-10'

  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-pressed={pressed}
      className={`hit-area relative inline-grid shrink-0 place-items-center rounded-control transition-colors hover:bg-hover active:bg-fill disabled:text-ink-soft aria-pressed:bg-accent-soft aria-pressed:text-accent ${square} ${looks[look]} ${className}`}
    >
      <Icon icon={icon} />
    </button>
  )
}
