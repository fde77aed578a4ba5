import type { Project } from '@parley/kit'
import { useCheckedForm } from '@parley/ui'
import { useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useMessages } from '../../provider/language.tsx'
import { explainEmail } from '../form/email-address.ts'
import { CredentialForm, type EmailAttempt } from './credential-form.tsx'
import { explainRefusal } from './explain-refusal.ts'

interface SignInFormProps extends EmailAttempt {
  project: Project
  /** Null if magic links are disabled. */
  onForgotten: (() => void) | null
}

/** Form for password sign-in. */
export function SignInForm({ project, onForgotten, ...shared }: SignInFormProps) {
  const { attempt, email } = shared
  const app = useStackApp()
  const messages = useMessages()
  const { form: rules, signIn } = messages
  const [password, setPassword] = useState('')
  const form = useCheckedForm({
    refused: attempt.failed,
    check() {
      attempt.clear()
      return {
        email: explainEmail(email, messages),
        password: password === '' ? rules.passwordRequired : null,
      }
    },
    onComplete: () =>
      attempt.run(async () => {
        const result = await app.signInWithCredential({ email: email.trim(), password })
        return result.ok ? null : explainRefusal(result.error, messages, project)
      }),
  })

  return (
    <CredentialForm
      {...shared}
      form={form}
      submit={signIn.submit}
      password={password}
      onPasswordChange={setPassword}
      passwordKind="current-password"
      passwordAside={
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
      isRefused={attempt.failed !== null}
    />
  )
}
