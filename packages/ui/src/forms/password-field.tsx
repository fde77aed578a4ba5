import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { PlainIconButton } from '../controls/plain-icon-button.tsx'
import { Input } from './input.tsx'

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Accessible names of the visibility button. */
  showLabel: string
  hideLabel: string
}

/** A password input whose value can be shown. Use inside a {@link Field}. */
export function PasswordField({ showLabel, hideLabel, className = '', ...rest }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)

  return (
    <div className={`relative ${className}`}>
      <Input {...rest} type={isShown ? 'text' : 'password'} className="pr-11" spellCheck={false} />
      <PlainIconButton
        icon={isShown ? EyeOff : Eye}
        label={isShown ? hideLabel : showLabel}
        title={isShown ? hideLabel : showLabel}
        size="small"
        className="absolute! top-1 right-1"
        onClick={() => setIsShown(!isShown)}
      />
    </div>
  )
}
