import type { ComponentProps } from 'react'
import { Tooltip } from '../overlays/tooltip.tsx'
import { Icon, type IconType } from './icon.tsx'

export interface IconButtonProps extends ComponentProps<'button'> {
  icon: IconType
  /** What it does; its name and its tooltip. */
  label: string
  size?: 'small' | 'normal'
  /** `call` opens a line and is green. `outlined` has an edge. */
  look?: 'plain' | 'call' | 'outlined'
  /** For a button that stays down. */
  pressed?: boolean
}

const looks = {
  plain: 'text-ink-soft hover:text-ink',
  call: 'text-positive',
  outlined: 'border border-line text-ink-soft hover:text-ink',
}

/** A picture that does something. */
export function IconButton({
  icon,
  label,
  size = 'normal',
  look = 'plain',
  pressed,
  type = 'button',
  className = '',
  ...rest
}: IconButtonProps) {
  const square = size === 'small' ? 'size-8' : 'size-10'

  return (
    <Tooltip text={label}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        aria-pressed={pressed}
        className={`hit-area relative inline-grid shrink-0 place-items-center rounded-control transition-colors hover:bg-hover active:bg-fill disabled:text-ink-soft aria-pressed:bg-accent-soft aria-pressed:text-accent ${square} ${looks[look]} ${className}`}
      >
        <Icon icon={icon} />
      </button>
    </Tooltip>
  )
}
