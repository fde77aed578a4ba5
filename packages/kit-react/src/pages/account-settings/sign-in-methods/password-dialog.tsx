import { ApiError, type CurrentUser } from '@parley/kit'
import { Button, Dialog, Field, PasswordField, useForm } from '@parley/ui'
import { type ReactNode, useState } from 'react'
import { useProject } from '../../../hooks/use-project.ts'
import { useLanguage } from '../../../provider/language.tsx'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import type { Explanation } from '../../form/explanation.ts'
import { NewPasswordField, RepeatPasswordField } from '../../form/new-password-fields.tsx'
import { validateNewPassword, validateRepeatedPassword } from '../../form/password-length.ts'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { throwError, useChange } from '../shared/use-change.ts'

/** Sets the first password, or changes it. */
export function PasswordDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const { t } = useSettingsTexts()
  const { t: common } = useLanguage()
  const project = useProject()
  const change = useChange()
  // The dialog keeps its form while the change is saved.
  const [isChange] = useState(user.hasPassword)
  const [old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const form = useForm({
    rejection: change.failed,
    validate() {
      change.clear()
      return {
        old: isChange && old === '' && t('password.old-required'),
        password: validateNewPassword(password, project, common),
        repeated: validateRepeatedPassword(repeated, password, common),
      }
    },
    onValid: () => change.run(save, { onDone: onClose, explain }),
  })
  const save = async () =>
    throwError(
      isChange
        ? await user.updatePassword({ oldPassword: old, newPassword: password })
        : await user.setPassword({ password }),
    )
  const explain = (error: unknown): Explanation | null => {
    if (!(error instanceof ApiError)) return null
    if (error.code === 'PASSWORD_REQUIREMENTS_NOT_MET')
      return { title: common('form.password-too-common'), advice: '' }
    if (error.code === 'PASSWORD_TOO_SIMPLE') return { title: common('form.password-too-simple'), advice: '' }
    return null
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isChange ? t('password.change-title') : t('password.set-title')}
      description={isChange && t('password.ends-sessions')}
    >
      <form {...form.props} className="grid gap-3.5">
        <AttemptCallout failed={change.failed} />
        {isChange && <OldPasswordField error={form.getError('old')} value={old} onChange={setOld} />}
        <NewPasswordField form={form} label={t('password.new')} value={password} onChange={setPassword} />
        <RepeatPasswordField form={form} value={repeated} onChange={setRepeated} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('page.cancel')}</Button>
          <Button type="submit" variant="primary" state={change.isBusy ? 'busy' : 'idle'}>
            {isChange ? t('password.change') : t('password.set')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface OldPasswordFieldProps {
  error: ReactNode
  value: string
  onChange: (password: string) => void
}

function OldPasswordField({ error, value, onChange }: OldPasswordFieldProps) {
  const { t } = useSettingsTexts()
  const { t: common } = useLanguage()
  return (
    <Field label={t('password.old')} error={error}>
      <PasswordField
        name="old"
        autoComplete="current-password"
        showLabel={common('common.show-password')}
        hideLabel={common('common.hide-password')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
