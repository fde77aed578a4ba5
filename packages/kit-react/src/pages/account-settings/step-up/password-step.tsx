import { Field, PasswordField, useForm } from '@parley/ui'
import { useState } from 'react'
import { useStackApp } from '../../../hooks/use-stack-app.ts'
import { useLanguage } from '../../../provider/language.tsx'
import { useAttempt } from '../../form/use-attempt.ts'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { findSignInEmail } from './find-sign-in-email.ts'
import { StepForm } from './step-form.tsx'
import { getStepOptions, type StepProps, useExplainInput, useStepEnd } from './use-step-end.ts'

/** Confirms with the password. */
export function PasswordStep(props: StepProps) {
  const app = useStackApp()
  const { t } = useSettingsTexts()
  const { t: common } = useLanguage()
  const attempt = useAttempt()
  const end = useStepEnd(props)
  const explain = useExplainInput(t('confirm.wrong-password'))
  const [password, setPassword] = useState('')
  const form = useForm({
    validate: () => ({ password: password === '' && common('form.password-required') }),
    onValid: () =>
      attempt.run(async () => {
        const email = await findSignInEmail(props.user)
        return await end(
          () => app.signInWithCredential({ email, password, ...getStepOptions(props) }),
          explain,
        )
      }),
  })
  return (
    <StepForm formProps={form.props} attempt={attempt} onCancel={props.onCancel}>
      <Field label={common('common.password')} error={form.getError('password')}>
        <PasswordField
          name="password"
          autoFocus
          autoComplete="current-password"
          showLabel={common('common.show-password')}
          hideLabel={common('common.hide-password')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </StepForm>
  )
}
