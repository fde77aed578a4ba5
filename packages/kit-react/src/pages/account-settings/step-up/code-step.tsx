import { Button, Field, Input, useForm } from '@parley/ui'
import { useState } from 'react'
import { useStackApp } from '../../../hooks/use-stack-app.ts'
import { useLanguage } from '../../../provider/language.tsx'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { shortCodeLength } from '../../form/code.ts'
import { explainFailure } from '../../form/explanation.ts'
import { useAttempt } from '../../form/use-attempt.ts'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { findSignInEmail } from './find-sign-in-email.ts'
import { StepForm } from './step-form.tsx'
import { getStepOptions, type StepProps, useExplainInput, useStepEnd } from './use-step-end.ts'

/** Confirms with a code by e-mail. */
export function CodeStep(props: StepProps) {
  const app = useStackApp()
  const { t } = useSettingsTexts()
  const { t: common } = useLanguage()
  const attempt = useAttempt()
  const end = useStepEnd(props)
  const explain = useExplainInput(t('confirm.wrong-code'))
  const [nonce, setNonce] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const send = () =>
    attempt.run(async () => {
      const result = await app.sendMagicLinkEmail(await findSignInEmail(props.user))
      if (result.status === 'error') return explainFailure(result.error, common)
      setNonce(result.data.nonce)
      return null
    })
  const form = useForm({
    validate: () => ({ code: code.length !== shortCodeLength && common('form.code-invalid') }),
    onValid: () =>
      attempt.run(() =>
        end(() => app.signInWithMagicLink(`${code.toLowerCase()}${nonce}`, getStepOptions(props)), explain),
      ),
  })
  if (nonce === null)
    return (
      <div className="grid gap-3">
        <AttemptCallout failed={attempt.failed} />
        <Button variant="primary" state={attempt.isBusy ? 'busy' : 'idle'} onClick={send}>
          {t('confirm.send-code', { email: props.user.primaryEmail ?? '' })}
        </Button>
        <Button onClick={props.onCancel}>{t('page.cancel')}</Button>
      </div>
    )
  return (
    <StepForm formProps={form.props} attempt={attempt} onCancel={props.onCancel}>
      <Field label={t('confirm.code')} error={form.getError('code')}>
        <Input
          name="code"
          autoFocus
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value.trim())}
        />
      </Field>
    </StepForm>
  )
}
