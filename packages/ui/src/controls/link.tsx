import type { ComponentProps } from 'react'
import { buttonStyles } from './button-styles.ts'
import { Icon, type IconType } from './icon.tsx'

/** A text link. For client-side navigation, wrap it with the router's link factory. */
export function Link({ className = '', children, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className={`text-accent underline decoration-1 underline-offset-[0.18em] hover:text-accent-strong ${className}`}
    >
      {children}
    </a>
  )
}

export interface ButtonLinkProps extends ComponentProps<'a'> {
  variant?: 'primary' | 'plain' | 'quiet' | 'call'
  size?: 'small' | 'normal' | 'large'
  width?: 'content' | 'full'
  icon?: IconType
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, width, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={buttonStyles({ variant, size, width, className })}>
      {icon && <Icon icon={icon} size={size === 'small' ? 'small' : 'normal'} />}
      {children}
    </a>
  )
}
