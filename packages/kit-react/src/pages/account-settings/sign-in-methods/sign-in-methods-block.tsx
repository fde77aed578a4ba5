import type { CurrentUser } from '@parley/kit'
import { Card, Switch } from '@parley/ui'
import { useProject } from '../../../hooks/use-project.ts'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { SettingList } from '../shared/setting-row.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { useChange } from '../shared/use-change.ts'
import { countSignInMethods } from './count-sign-in-methods.ts'
import type { MethodRules } from './method-rules.ts'
import { PasskeyRow } from './passkey-row.tsx'
import { PasswordRow } from './password-row.tsx'

/** Password, sign-in by e-mail and passkey, as far as the project offers them. */
export function SignInMethodsBlock({ user }: { user: CurrentUser }) {
  const { t } = useSettingsTexts()
  const project = useProject()
  const { config } = project
  const channels = user.useContactChannels()
  const signInEmails = channels.filter(({ usedForAuth }) => usedForAuth)
  const rules: MethodRules = {
    hasSignInEmail: signInEmails.length > 0,
    hasVerifiedSignInEmail: signInEmails.some(({ isVerified }) => isVerified),
    isOnlyMethod: countSignInMethods(user, project, channels) <= 1,
  }
  if (!config.credentialEnabled && !config.magicLinkEnabled && !config.passkeyEnabled) return null
  return (
    <Card title={t('methods.title')} padding="none">
      <SettingList label={t('methods.title')}>
        {config.credentialEnabled && <PasswordRow user={user} rules={rules} />}
        {config.magicLinkEnabled && <OtpRow user={user} rules={rules} />}
        {config.passkeyEnabled && <PasskeyRow user={user} rules={rules} />}
      </SettingList>
    </Card>
  )
}

function OtpRow({ user, rules }: { user: CurrentUser; rules: MethodRules }) {
  const { t } = useSettingsTexts()
  const change = useChange()
  const isOn = user.otpAuthEnabled
  const reason = isOn
    ? rules.isOnlyMethod && t('methods.only')
    : !rules.hasVerifiedSignInEmail && t('methods.needs-verified')
  return (
    <li className="px-4.5 py-3">
      <Switch
        label={t('otp.title')}
        hint={reason || t('otp.hint')}
        isOn={isOn}
        disabled={Boolean(reason)}
        state={change.isBusy ? 'saving' : 'idle'}
        onChange={(otpAuthEnabled) => change.run(() => user.update({ otpAuthEnabled }))}
      />
      <AttemptCallout failed={change.failed} />
    </li>
  )
}
