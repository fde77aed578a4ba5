import type { Project } from '@parley/kit'
import { Button, Field, Input, PasswordField } from '@parley/ui'
import { type FormEvent, useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useMessages } from '../../provider/language.tsx'
import { explainEmail } from '../form/email-address.ts'
import type { Attempt } from '../form/use-attempt.ts'
import { useFocusFirstInvalid } from '../form/use-focus-first-invalid.ts'
import { explainRefusal } from './explain-refusal.ts'

interface PasswordFormProps {
  project: Project
  attempt: Attempt
  email: string
  onEmailChange: (email: string) => void
  /** Null where the project sends no links. */
  onForgotten: (() => void) | null
}

export function PasswordForm({ project, attempt, email, onEmailChange, onForgotten }: PasswordFormProps) {
  const app = useStackApp()
  const messages = useMessages()
  const { common, form: rules, signIn } = messages
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<{ email: string | null; password: string | null } | null>(null)
  const form = useFocusFirstInvalid(missing ?? attempt.failed)
  const isRefused = attempt.failed ? true : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = {
      email: explainEmail(email, messages),
      password: password === '' ? rules.passwordRequired : null,
    }
    const isComplete = found.email === null && found.password === null
    setMissing(isComplete ? null : found)
    if (!isComplete) return attempt.clear()

    attempt.run(async () => {
      const result = await app.signInWithCredential({ email: email.trim(), password })
      return result.ok ? null : explainRefusal(result.error, messages, project)
    })
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-3.5 pt-4">
      <Field label={common.email} error={missing?.email}>
        <Input
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={(event) => onEmailChange(event.target.value)}
          aria-invalid={isRefused ?? (missing?.email ? true : undefined)}
        />
      </Field>
      <Field
        label={common.password}
        error={missing?.password}
        aside={
          onForgotten && (
            <button
              type="button"
              onClick={onForgotten}
              className="text-accent underline underline-offset-[0.18em]"
            >
              {signIn.forgotPassword}
            </button>
          )
        }
      >
        <PasswordField
          name="password"
          autoComplete="current-password"
          showLabel={common.showPassword}
          hideLabel={common.hidePassword}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          aria-invalid={isRefused ?? (missing?.password ? true : undefined)}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="large"
        width="full"
        state={attempt.isBusy ? 'busy' : 'idle'}
      >
        {signIn.submit}
      </Button>
    </form>
  )
}
