import { useForm } from '@parley/ui'
import { useState } from 'react'
import { useStackApp } from '../../../hooks/use-stack-app.ts'
import { useLanguage } from '../../../provider/language.tsx'
import { TotpField, totpLength } from '../../form/totp-field.tsx'
import { useAttempt } from '../../form/use-attempt.ts'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { StepForm } from './step-form.tsx'
import { getStepOptions, type StepProps, useExplainInput, useStepEnd } from './use-step-end.ts'

/** Continues a confirmation with the second factor. */
export function SecondFactorStep({ attemptCode, ...props }: StepProps & { attemptCode: string }) {
  const app = useStackApp()
  const { t } = useSettingsTexts()
  const attempt = useAttempt()
  const end = useStepEnd(props)
  const explain = useExplainInput(t('factor.wrong'))
  const { t: common } = useLanguage()
  const [totp, setTotp] = useState('')
  const form = useForm({
    validate: () => ({ totp: totp.length < totpLength && common('mfa.incomplete') }),
    onValid: () =>
      attempt.run(() => end(() => app.signInWithMfa(totp, attemptCode, getStepOptions(props)), explain)),
  })
  return (
    <StepForm formProps={form.props} attempt={attempt} onCancel={props.onCancel}>
      <TotpField error={form.getError('totp')} value={totp} onChange={setTotp} />
    </StepForm>
  )
}
