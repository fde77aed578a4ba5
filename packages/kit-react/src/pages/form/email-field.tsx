import { Field, Input } from '@parley/ui'
import type { ReactNode } from 'react'
import { useLanguage } from '../../provider/language.tsx'

interface EmailFieldProps {
  /** `username` in forms with a password. */
  autoComplete: 'username' | 'email'
  /** The browser offers passkeys among the suggestions. */
  offersPasskeys?: boolean
  hint?: ReactNode
  error: ReactNode
  /** Marks the field as invalid; the message is shown above the form. */
  isRefused?: boolean
  value: string
  onChange: (email: string) => void
}

export function EmailField({
  autoComplete,
  offersPasskeys = false,
  hint,
  error,
  isRefused,
  value,
  onChange,
}: EmailFieldProps) {
  const { t } = useLanguage()
  return (
    <Field label={t('common.email')} hint={hint} error={error}>
      <Input
        type="email"
        name="email"
        autoComplete={offersPasskeys ? `${autoComplete} webauthn` : autoComplete}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={isRefused || error ? true : undefined}
      />
    </Field>
  )
}
