import type { Project } from '@parley/kit'
import { useForm } from '@parley/ui'
import { useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { validateEmail } from '../form/email-address.ts'
import { RepeatPasswordField } from '../form/new-password-fields.tsx'
import { validateNewPassword, validateRepeatedPassword } from '../form/password-length.ts'
import { CredentialForm, type EmailFormProps } from '../sign-in/credential-form.tsx'
import { explainSignUpError } from './explain-sign-up-error.ts'

interface SignUpFormProps extends EmailFormProps {
  project: Project
}

/** Form for sign-up with a password. */
export function SignUpForm({ project, ...shared }: SignUpFormProps) {
  const { attempt, email } = shared
  const app = useStackApp()
  const { t } = useLanguage()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const form = useForm({
    validate() {
      attempt.clear()
      return {
        email: validateEmail(email, t),
        password: validateNewPassword(password, t),
        repeated: validateRepeatedPassword(repeated, password, t),
      }
    },
    onValid: () =>
      attempt.run(async () => {
        const result = await app.signUpWithCredential({ email: email.trim(), password })
        if (result.status === 'ok') return null
        const { fields, note } = explainSignUpError(result.error, t, project)
        form.setErrors(fields)
        return note
      }),
  })

  return (
    <CredentialForm
      {...shared}
      form={form}
      submit={t('sign-up.submit')}
      password={password}
      onPasswordChange={setPassword}
      passwordKind="new-password"
      passwordHint={t('sign-up.password-hint')}
    >
      <RepeatPasswordField form={form} value={repeated} onChange={setRepeated} />
    </CredentialForm>
  )
}
