import { Button, Field, Input, useForm } from '@parley/ui'
import { useState } from 'react'
import { useLanguage } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import { AttemptForm } from '../form/attempt-form.tsx'
import { PageHeading } from '../layout/page-layout.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { type EndedAttempt, useSecondFactor } from './use-second-factor.ts'

interface RecoveryCodeFormProps {
  attemptCode: string
  onEnded: (reason: EndedAttempt) => void
  onUseApp: () => void
}

/** Form for a recovery code, for users without access to their authenticator app. */
export function RecoveryCodeForm({ attemptCode, onEnded, onUseApp }: RecoveryCodeFormProps) {
  const { t } = useLanguage()
  const [code, setCode] = useState('')
  const { attempt, signIn } = useSecondFactor({
    attemptCode,
    refusal: { title: t('mfa.wrong-code'), advice: t('mfa.wrong-recovery-code-advice') },
    onRefused: () => {},
    onEnded,
  })
  const form = useForm({
    rejection: attempt.failed,
    validate() {
      attempt.clear()
      return { recovery: code.trim() === '' ? t('mfa.recovery-required') : null }
    },
    onValid: () => signIn(code.trim()),
  })
  const problem = form.getError('recovery')

  return (
    <>
      <PageHeading title={t('mfa.recovery-title')} sub={t('mfa.recovery-intro')} />
      <AttemptCallout failed={attempt.failed} />
      <AttemptForm
        form={form}
        attempt={attempt}
        submit={t('sign-in.submit')}
        after={
          <Button variant="quiet" onClick={onUseApp}>
            {t('mfa.use-app')}
          </Button>
        }
      >
        <Field label={t('mfa.recovery-code')} error={problem}>
          <Input
            autoFocus
            name="recovery"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            aria-invalid={attempt.failed || problem ? true : undefined}
            className="font-mono"
          />
        </Field>
      </AttemptForm>
      <BackToSignIn />
    </>
  )
}
