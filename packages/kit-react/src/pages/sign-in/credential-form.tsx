import { type CheckedForm, Field, PasswordField } from '@parley/ui'
import type { ReactNode } from 'react'
import { useMessages } from '../../provider/language.tsx'
import { AttemptForm } from '../form/attempt-form.tsx'
import { EmailField } from '../form/email-field.tsx'
import type { Attempt } from '../form/use-attempt.ts'

/** What every form of the pages for strangers is about. The address stays when another way is chosen. */
export interface EmailAttempt {
  attempt: Attempt
  email: string
  onEmailChange: (email: string) => void
}

interface CredentialFormProps extends EmailAttempt {
  form: CheckedForm
  submit: string
  password: string
  onPasswordChange: (password: string) => void
  /** Whether the password exists, or is chosen here. */
  passwordKind: 'current-password' | 'new-password'
  passwordHint?: ReactNode
  passwordAside?: ReactNode
  /** Both were refused together, which is told above the form. */
  isRefused?: boolean
  /** More fields. */
  children?: ReactNode
}

/** E-mail and password, to come in or to sign up. */
export function CredentialForm({
  form,
  attempt,
  submit,
  email,
  onEmailChange,
  password,
  onPasswordChange,
  passwordKind,
  passwordHint,
  passwordAside,
  isRefused = false,
  children,
}: CredentialFormProps) {
  const { common } = useMessages()
  const passwordProblem = form.problemOf('password')

  return (
    <AttemptForm form={form} attempt={attempt} submit={submit}>
      <EmailField
        autoComplete="username"
        error={form.problemOf('email')}
        isRefused={isRefused}
        value={email}
        onChange={onEmailChange}
      />
      <Field label={common.password} hint={passwordHint} aside={passwordAside} error={passwordProblem}>
        <PasswordField
          name="password"
          autoComplete={passwordKind}
          showLabel={common.showPassword}
          hideLabel={common.hidePassword}
          value={password}
          onChange={(event) => onPasswordChange(event.target.value)}
          aria-invalid={isRefused || passwordProblem ? true : undefined}
        />
      </Field>
      {children}
    </AttemptForm>
  )
}
