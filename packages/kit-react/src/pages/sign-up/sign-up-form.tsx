import type { FormProject } from '@parley/kit'
import { Field, Input, type UseFormResult, useForm } from '@parley/ui'
import { useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { validateEmail } from '../form/email-address.ts'
import { RepeatPasswordField } from '../form/new-password-fields.tsx'
import {
  describePasswordLength,
  validateNewPassword,
  validateRepeatedPassword,
} from '../form/password-length.ts'
import { CredentialForm, type EmailFormProps } from '../sign-in/credential-form.tsx'
import { explainSignUpError } from './explain-sign-up-error.ts'
import { readInvitationCode } from './read-invitation-code.ts'

interface SignUpFormProps extends EmailFormProps {
  project: FormProject
  noPasswordRepeat: boolean
}

/** Form for sign-up with a password. */
export function SignUpForm({ project, noPasswordRepeat, ...shared }: SignUpFormProps) {
  const { attempt, email } = shared
  const app = useStackApp()
  const { t } = useLanguage()
  const asksName = project.config.signUpAsksName
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const form = useForm({
    validate() {
      attempt.clear()
      return {
        name: asksName && name.trim() === '' ? t('form.name-required') : null,
        email: validateEmail(email, t),
        password: validateNewPassword(password, project, t),
        repeated: noPasswordRepeat ? null : validateRepeatedPassword(repeated, password, t),
      }
    },
    onValid: () =>
      attempt.run(async () => {
        const invitationCode = readInvitationCode(app.urls.teamInvitation)
        const result = await app.signUpWithCredential({
          email: email.trim(),
          password,
          ...(asksName && { displayName: name.trim() }),
          ...(invitationCode !== null && { invitationCode }),
        })
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
      before={asksName && <NameField form={form} value={name} onChange={setName} />}
      passwordKind="new-password"
      passwordHint={describePasswordLength(project, t)}
    >
      {!noPasswordRepeat && <RepeatPasswordField form={form} value={repeated} onChange={setRepeated} />}
    </CredentialForm>
  )
}

interface NameFieldProps {
  form: UseFormResult
  value: string
  onChange: (name: string) => void
}

function NameField({ form, value, onChange }: NameFieldProps) {
  const { t } = useLanguage()
  return (
    <Field label={t('sign-up.name')} error={form.getError('name')}>
      <Input
        name="name"
        autoComplete="name"
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
