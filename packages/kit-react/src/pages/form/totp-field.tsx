import { Field, Input } from '@parley/ui'
import type { ReactNode } from 'react'
import { useLanguage } from '../../provider/language.tsx'

/** Number of digits of a TOTP code. */
export const totpLength = 6

interface TotpFieldProps {
  hint?: ReactNode
  error: ReactNode
  /** Marks the field as invalid; the message is shown above the form. */
  isRefused?: boolean
  /** The digits. */
  value: string
  onChange: (digits: string) => void
}

/** An input for a 6-digit code, named `totp`. It accepts a pasted code with spaces. */
export function TotpField({ hint, error, isRefused, value, onChange }: TotpFieldProps) {
  const { t } = useLanguage()
  return (
    <Field label={t('mfa.code')} hint={hint} error={error}>
      <Input
        autoFocus
        name="totp"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, totpLength))}
        aria-invalid={isRefused || error ? true : undefined}
        className="min-h-13! text-center text-page! font-medium tracking-[0.16em] tabular-nums"
      />
    </Field>
  )
}
