import type { Project } from '@parley/kit'
import { Field, Input, useForm } from '@parley/ui'
import { useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useMessages } from '../../provider/language.tsx'
import { validateEmail } from '../form/email-address.ts'
import { validateNewPassword } from '../form/password-length.ts'
import { CredentialForm, type EmailFormProps } from '../sign-in/credential-form.tsx'
import { explainCommonPassword, explainSignUpError } from './explain-sign-up-error.ts'

interface SignUpFormProps extends EmailFormProps {
  project: Project
}

/** Form for sign-up with a password. */
export function SignUpForm({ project, ...shared }: SignUpFormProps) {
  const { attempt, email } = shared
  const app = useStackApp()
  const messages = useMessages()
  const { form: rules, signUp } = messages
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const form = useForm({
    validate() {
      attempt.clear()
      return {
        email: validateEmail(email, messages),
        password: validateNewPassword(password, messages),
        repeated: repeated === '' ? rules.repeatRequired : repeated === password ? null : rules.repeatDiffers,
      }
    },
    onValid: () =>
      attempt.run(async () => {
        try {
          const result = await app.signUpWithCredential({ email: email.trim(), password })
          if (result.ok) return null
          const { fields, note } = explainSignUpError(result.error, messages, project)
          form.setErrors(fields)
          return note
        } catch (error) {
          form.setErrors(explainCommonPassword(error, messages))
          return null
        }
      }),
  })

  return (
    <CredentialForm
      {...shared}
      form={form}
      submit={signUp.submit}
      password={password}
      onPasswordChange={setPassword}
      passwordKind="new-password"
      passwordHint={signUp.passwordHint}
    >
      <Field label={signUp.repeatPassword} error={form.errorOf('repeated')}>
        <Input
          type="password"
          name="repeated"
          autoComplete="new-password"
          value={repeated}
          onChange={(event) => setRepeated(event.target.value)}
        />
      </Field>
    </CredentialForm>
  )
}
