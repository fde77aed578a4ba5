import { Phone, PhoneOff } from 'lucide-react'
import { Button, type ButtonProps } from './button.tsx'

interface CallButtonProps extends Omit<ButtonProps, 'variant' | 'icon' | 'size'> {
  /** `open`: start or answer a call (green). `close`: hang up or decline (red). */
  action: 'open' | 'close'
}

/**
 * Starts, answers, declines or ends a call. No other button is filled green or red, except the confirmation
 * of a deletion.
 */
export function CallButton({ action: line, ...rest }: CallButtonProps) {
  return (
    <Button
      {...rest}
      size="large"
      variant={line === 'open' ? 'call' : 'destroy'}
      icon={line === 'open' ? Phone : PhoneOff}
    />
  )
}
