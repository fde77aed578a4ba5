import { Field, Input, PasswordField, type UseFormResult } from '@parley/ui'
import { useProject } from '../../hooks/use-project.ts'
import { useLanguage } from '../../provider/language.tsx'
import { describePasswordLength } from './password-length.ts'

interface NewPasswordFieldProps {
  form: UseFormResult
  label: string
  value: string
  onChange: (password: string) => void
}

/** A new password named `password`, with the project's limits as hint. */
export function NewPasswordField({ form, label, value, onChange }: NewPasswordFieldProps) {
  const project = useProject()
  const { t } = useLanguage()
  return (
    <Field label={label} hint={describePasswordLength(project, t)} error={form.getError('password')}>
      <PasswordField
        name="password"
        autoComplete="new-password"
        showLabel={t('common.show-password')}
        hideLabel={t('common.hide-password')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

/** The repeated new password, named `repeated`. */
export function RepeatPasswordField({ form, value, onChange }: Omit<NewPasswordFieldProps, 'label'>) {
  const { t } = useLanguage()
  return (
    <Field label={t('sign-up.repeat-password')} error={form.getError('repeated')}>
      <Input
        type="password"
        name="repeated"
        autoComplete="new-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
