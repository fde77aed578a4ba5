import { useForm } from '@parley/ui'
import { useState } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import { AttemptForm } from '../form/attempt-form.tsx'
import { type Explanation, explainFailure } from '../form/explanation.ts'
import { NewPasswordField, RepeatPasswordField } from '../form/new-password-fields.tsx'
import { validateNewPassword, validateRepeatedPassword } from '../form/password-length.ts'
import { useAttempt } from '../form/use-attempt.ts'
import { PageHeading } from '../layout/page-layout.tsx'
import type { ResetLinkError } from './explain-reset-error.ts'

interface ResetFormProps {
  code: string
  onDone: () => void
  /** Called if the link has become unusable. */
  onLinkError: (error: ResetLinkError) => void
}

/** Form for the new password. */
export function ResetForm({ code, onDone, onLinkError }: ResetFormProps) {
  const app = useStackApp()
  const project = useProject()
  const { t } = useLanguage()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const attempt = useAttempt()
  const form = useForm({
    validate() {
      attempt.clear()
      return {
        password: validateNewPassword(password, project, t),
        repeated: validateRepeatedPassword(repeated, password, t),
      }
    },
    onValid: () => attempt.run(() => reset().catch(explainUnexpectedError)),
  })

  async function reset(): Promise<null> {
    const result = await app.resetPassword({ code, password })
    if (result.status === 'ok') onDone()
    else if (result.error.code === 'PASSWORD_TOO_SHORT')
      form.setErrors({
        password: t('form.password-too-short', { minimum: result.error.details.min_length }),
      })
    else if (result.error.code === 'PASSWORD_TOO_LONG')
      form.setErrors({ password: t('form.password-too-long', { maximum: result.error.details.maxLength }) })
    else if (result.error.code === 'PASSWORD_REQUIREMENTS_NOT_MET')
      form.setErrors({ password: t('form.password-too-common') })
    else if (result.error.code === 'PASSWORD_TOO_SIMPLE')
      form.setErrors({ password: t('form.password-too-simple') })
    else onLinkError(result.error)
    return null
  }

  function explainUnexpectedError(error: unknown): Explanation {
    const { title, advice } = explainFailure(error, t)
    return { title: t('reset.failed'), advice: `${title} ${advice}` }
  }

  return (
    <>
      <PageHeading title={t('reset.title')} sub={t('reset.intro')} />
      <AttemptCallout failed={attempt.failed} />
      <AttemptForm form={form} attempt={attempt} submit={t('reset.submit')}>
        <NewPasswordField form={form} label={t('reset.password')} value={password} onChange={setPassword} />
        <RepeatPasswordField form={form} value={repeated} onChange={setRepeated} />
      </AttemptForm>
    </>
  )
}
