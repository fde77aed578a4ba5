import type { me } from '@parley/contract/phone'
import { Card, Switch } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useSaveSettings } from '../use-save-settings.ts'
import { GreetingSetting } from './greeting-setting.tsx'

/** How long calls ring for a user who has chosen no other time. */
const usualRingSeconds = 25

/** Whether voicemail answers the calls to the user's own number. */
export function VoicemailSetting({
  voicemail,
  ringSeconds,
}: Pick<me.UserSettings, 'voicemail' | 'ringSeconds'>) {
  const { t } = useLanguage()
  const save = useSaveSettings()
  return (
    <Card title={t('voicemail.title')}>
      <div className="grid gap-3">
        <Switch
          label={t('voicemail.setting')}
          hint={t('voicemail.setting-hint', { seconds: ringSeconds ?? usualRingSeconds })}
          isOn={(save.isPending ? save.variables.voicemail : voicemail) === 'on'}
          state={save.isPending ? 'saving' : 'idle'}
          onChange={(isOn) => save.mutate({ voicemail: isOn ? 'on' : 'off' })}
        />
        {voicemail === 'on' && <GreetingSetting />}
        {save.isError && <ErrorAlert error={save.error} onTryAgain={() => save.mutate(save.variables)} />}
      </div>
    </Card>
  )
}
