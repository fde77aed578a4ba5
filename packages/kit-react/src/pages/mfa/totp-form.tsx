import { Button, useForm } from '@parley/ui'
import { useState } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { useLanguage } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import { AttemptForm } from '../form/attempt-form.tsx'
import { TotpField, totpLength } from '../form/totp-field.tsx'
import { PageHeading } from '../layout/page-layout.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { type EndedAttempt, useSecondFactor } from './use-second-factor.ts'

interface TotpFormProps {
  attemptCode: string
  onEnded: (reason: EndedAttempt) => void
  onUseRecoveryCode: () => void
}

/** Form for the code of the authenticator app. It is submitted with the sixth digit. */
export function TotpForm({ attemptCode, onEnded, onUseRecoveryCode }: TotpFormProps) {
  const project = useProject()
  const { t } = useLanguage()
  const [digits, setDigits] = useState('')
  const { attempt, signIn } = useSecondFactor({
    attemptCode,
    refusal: { title: t('mfa.wrong-code'), advice: t('mfa.wrong-code-advice') },
    onRefused: () => setDigits(''),
    onEnded,
  })
  const form = useForm({
    rejection: attempt.failed,
    validate: () => ({ totp: digits.length === totpLength ? null : t('mfa.incomplete') }),
    onValid: () => signIn(digits),
  })

  const change = (next: string) => {
    setDigits(next)
    attempt.clear()
    if (next.length === totpLength && next !== digits) signIn(next)
  }
  return (
    <>
      <PageHeading title={t('mfa.title')} sub={t('mfa.intro', { project: project.displayName })} />
      <AttemptCallout failed={attempt.failed} />
      <AttemptForm
        form={form}
        attempt={attempt}
        submit={t('sign-in.submit')}
        after={
          <Button variant="quiet" onClick={onUseRecoveryCode}>
            {t('mfa.use-recovery-code')}
          </Button>
        }
      >
        <TotpField
          // The field is empty because its code was rejected, which the message above it says.
          error={attempt.failed === null && form.getError('totp')}
          isRefused={attempt.failed !== null}
          value={digits}
          onChange={change}
        />
      </AttemptForm>
      <BackToSignIn />
    </>
  )
}
