import { Phone, PhoneOff } from 'lucide-react'
import { Button, type ButtonProps } from './button.tsx'

interface CallButtonProps extends Omit<ButtonProps, 'variant' | 'icon' | 'size'> {
  /** `open`: call, answer (green). `close`: hang up, decline (red). */
  line: 'open' | 'close'
}

/** Opens or closes a line. Nothing else in the interface is filled green or red. */
export function CallButton({ line, ...rest }: CallButtonProps) {
  return (
    <Button
      {...rest}
      size="large"
      variant={line === 'open' ? 'call' : 'destroy'}
      icon={line === 'open' ? Phone : PhoneOff}
    />
  )
}
