import { Field, PasswordField, type UseFormResult } from '@parley/ui'
import type { ReactNode } from 'react'
import { useLanguage } from '../../provider/language.tsx'
import { AttemptForm } from '../form/attempt-form.tsx'
import { EmailField } from '../form/email-field.tsx'
import type { Attempt } from '../form/use-attempt.ts'

/** Props shared by the sign-in and sign-up forms. The e-mail address is kept when the method changes. */
export interface EmailFormProps {
  attempt: Attempt
  email: string
  onEmailChange: (email: string) => void
  offersPasskeys: boolean
}

interface CredentialFormProps extends EmailFormProps {
  form: UseFormResult
  submit: string
  password: string
  onPasswordChange: (password: string) => void
  /** Autocomplete value: an existing or a new password. */
  passwordKind: 'current-password' | 'new-password'
  passwordHint?: ReactNode
  passwordAside?: ReactNode
  /** Marks both fields as invalid; the message is shown above the form. */
  isRefused?: boolean
  /** Fields before the e-mail. */
  before?: ReactNode
  /** Fields after the password. */
  children?: ReactNode
  /** Alternative actions below the button. */
  after?: ReactNode
}

/** E-mail and password form for sign-in and sign-up. */
export function CredentialForm({
  form,
  attempt,
  submit,
  email,
  onEmailChange,
  offersPasskeys,
  password,
  onPasswordChange,
  passwordKind,
  passwordHint,
  passwordAside,
  isRefused = false,
  before,
  children,
  after,
}: CredentialFormProps) {
  const { t } = useLanguage()
  const passwordProblem = form.getError('password')

  return (
    <AttemptForm form={form} attempt={attempt} submit={submit} after={after}>
      {before}
      <EmailField
        autoComplete="username"
        offersPasskeys={offersPasskeys}
        error={form.getError('email')}
        isRefused={isRefused}
        value={email}
        onChange={onEmailChange}
      />
      <Field label={t('common.password')} hint={passwordHint} aside={passwordAside} error={passwordProblem}>
        <PasswordField
          name="password"
          autoComplete={passwordKind}
          showLabel={t('common.show-password')}
          hideLabel={t('common.hide-password')}
          value={password}
          onChange={(event) => onPasswordChange(event.target.value)}
          aria-invalid={isRefused || passwordProblem ? true : undefined}
        />
      </Field>
      {children}
    </AttemptForm>
  )
}
