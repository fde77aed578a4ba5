import type { Project } from '@parley/kit'
import { Button, useForm } from '@parley/ui'
import { useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { validateEmail } from '../form/email-address.ts'
import { PageLink } from '../layout/page-link.tsx'
import { CredentialForm, type EmailFormProps } from './credential-form.tsx'
import { explainSignInError } from './explain-sign-in-error.ts'

interface SignInFormProps extends EmailFormProps {
  project: Project
  /** Shows the magic link form; null if magic links are disabled. */
  onLink: (() => void) | null
}

/** Form for password sign-in. */
export function SignInForm({ project, onLink, ...shared }: SignInFormProps) {
  const { attempt, email } = shared
  const app = useStackApp()
  const { t } = useLanguage()
  const [password, setPassword] = useState('')
  const [isMismatch, setIsMismatch] = useState(false)
  const form = useForm({
    rejection: attempt.failed,
    validate() {
      attempt.clear()
      return {
        email: validateEmail(email, t),
        password: password === '' ? t('form.password-required') : null,
      }
    },
    onValid: () =>
      attempt.run(async () => {
        const result = await app.signInWithCredential({ email: email.trim(), password })
        setIsMismatch(result.status === 'error' && result.error.code === 'EMAIL_PASSWORD_MISMATCH')
        return result.status === 'ok' ? null : explainSignInError(result.error, t, project)
      }),
  })

  return (
    <CredentialForm
      {...shared}
      form={form}
      submit={t('sign-in.submit')}
      password={password}
      onPasswordChange={setPassword}
      passwordKind="current-password"
      passwordAside={<PageLink href={app.pageUrl('forgotPassword')}>{t('sign-in.forgot-password')}</PageLink>}
      isRefused={attempt.failed !== null}
      after={
        // After too many wrong passwords the correct one is rejected too, with the same error.
        isMismatch &&
        attempt.failed &&
        onLink && (
          <Button size="large" onClick={onLink}>
            {t('sign-in.use-code')}
          </Button>
        )
      }
    />
  )
}
