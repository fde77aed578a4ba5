import { Check } from 'lucide-react'
import { type ComponentProps, type MouseEvent, useId } from 'react'
import { Spinner } from '../display/spinner.tsx'
import { buttonStyles } from './button-styles.ts'
import { Icon, type IconType } from './icon.tsx'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /**
   * `primary`: the main action of a view. `plain`: default. `quiet`: least prominent. `danger`: opens the
   * confirmation of a deletion. `destroy`: confirms a deletion or ends a call. `call`: starts or answers a
   * call.
   */
  variant?: 'primary' | 'plain' | 'quiet' | 'danger' | 'destroy' | 'call'
  size?: 'small' | 'normal' | 'large'
  width?: 'content' | 'full'
  icon?: IconType
  /** `busy` replaces the icon by a spinner and ignores clicks. `done` shows a tick. */
  state?: 'idle' | 'busy' | 'done'
  /**
   * A sentence that explains why the button is disabled. The button stays focusable, so that the reason can
   * be read.
   */
  disabledReason?: string | null
  disabled?: boolean
}

/** A button. `type` defaults to `button`, so that it does not submit forms by accident. */
export function Button({
  variant,
  size,
  width,
  icon,
  state = 'idle',
  disabledReason = null,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const isInactive = state === 'busy' || disabledReason !== null

  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (isInactive) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <>
      <button
        {...rest}
        type={type}
        className={buttonStyles({ variant, size, width, className })}
        aria-busy={state === 'busy' || undefined}
        aria-disabled={disabledReason !== null || undefined}
        aria-describedby={disabledReason === null ? rest['aria-describedby'] : reasonId}
        title={disabledReason ?? rest.title}
        onClick={click}
      >
        <ButtonIcon icon={icon} state={state} size={size === 'small' ? 'small' : 'normal'} />
        {children}
      </button>
      {disabledReason !== null && (
        <span id={reasonId} className="sr-only">
          {disabledReason}
        </span>
      )}
    </>
  )
}

interface ButtonIconProps {
  icon: IconType | undefined
  state: 'idle' | 'busy' | 'done'
  size: 'small' | 'normal'
}

function ButtonIcon({ icon, state, size }: ButtonIconProps) {
  if (state === 'done') return <Icon icon={Check} size={size} />
  if (state === 'busy') return <Spinner size={size} />
  return icon ? <Icon icon={icon} size={size} /> : null
}
