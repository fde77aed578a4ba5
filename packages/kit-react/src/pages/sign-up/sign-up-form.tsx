import type { Project } from '@parley/kit'
import { Button, Field, Input, PasswordField } from '@parley/ui'
import { type FormEvent, useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useMessages } from '../../provider/language.tsx'
import { explainEmail } from '../form/email-address.ts'
import type { Attempt } from '../form/use-attempt.ts'
import { useFocusFirstInvalid } from '../form/use-focus-first-invalid.ts'
import { explainRefusal, type InvalidSignUp } from './explain-refusal.ts'

interface SignUpFormProps {
  project: Project
  attempt: Attempt
}

export function SignUpForm({ project, attempt }: SignUpFormProps) {
  const app = useStackApp()
  const messages = useMessages()
  const { common, form: rules, signUp } = messages
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [invalid, setInvalid] = useState<InvalidSignUp | null>(null)
  const form = useFocusFirstInvalid(invalid)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found: InvalidSignUp = {
      email: explainEmail(email, messages),
      password: password === '' ? rules.passwordRequired : null,
      repeated: repeated === '' ? rules.repeatRequired : repeated === password ? null : rules.repeatDiffers,
    }
    const isComplete = Object.values(found).every((reason) => reason === null)
    setInvalid(isComplete ? null : found)
    if (!isComplete) return attempt.clear()

    attempt.run(async () => {
      const result = await app.signUpWithCredential({ email: email.trim(), password })
      if (result.ok) return null
      const { fields, note } = explainRefusal(result.error, messages, project)
      setInvalid(fields)
      return note
    })
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-3.5 pt-4">
      <Field label={common.email} error={invalid?.email}>
        <Input
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field label={common.password} hint={signUp.passwordHint} error={invalid?.password}>
        <PasswordField
          name="password"
          autoComplete="new-password"
          showLabel={common.showPassword}
          hideLabel={common.hidePassword}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Field label={signUp.repeatPassword} error={invalid?.repeated}>
        <Input
          type="password"
          name="repeated-password"
          autoComplete="new-password"
          value={repeated}
          onChange={(event) => setRepeated(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="large"
        width="full"
        state={attempt.isBusy ? 'busy' : 'idle'}
      >
        {signUp.submit}
      </Button>
    </form>
  )
}
