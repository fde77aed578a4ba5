import type { Project } from '@parley/kit'
import { Field, Input, useCheckedForm } from '@parley/ui'
import { useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useMessages } from '../../provider/language.tsx'
import { explainEmail } from '../form/email-address.ts'
import { explainNewPassword } from '../form/password-length.ts'
import { CredentialForm, type EmailAttempt } from '../sign-in/credential-form.tsx'
import { explainGuessed, explainRefusal } from './explain-refusal.ts'

interface SignUpFormProps extends EmailAttempt {
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
  const form = useCheckedForm({
    check() {
      attempt.clear()
      return {
        email: explainEmail(email, messages),
        password: explainNewPassword(password, messages),
        repeated: repeated === '' ? rules.repeatRequired : repeated === password ? null : rules.repeatDiffers,
      }
    },
    onComplete: () =>
      attempt.run(async () => {
        try {
          const result = await app.signUpWithCredential({ email: email.trim(), password })
          if (result.ok) return null
          const { fields, note } = explainRefusal(result.error, messages, project)
          form.tell(fields)
          return note
        } catch (error) {
          form.tell(explainGuessed(error, messages))
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
      <Field label={signUp.repeatPassword} error={form.problemOf('repeated')}>
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
