import type { me } from '@parley/contract/phone'
import { Card, Page, Skeleton, Switch } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'
import { PageAside } from '../shell/page-aside.tsx'
import { AppearanceSetting } from './appearance-setting.tsx'
import { DoNotDisturbSetting } from './calls/do-not-disturb-setting.tsx'
import { ForwardingSetting } from './calls/forwarding-setting.tsx'
import { RingTimeSetting } from './calls/ring-time-setting.tsx'
import { VoicemailSetting } from './calls/voicemail-setting.tsx'
import { MailSettings } from './mail-settings.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { PhoneLinks } from './phone-links.tsx'
import { RingtoneSettings } from './ringtone-settings.tsx'
import { useSaveSettings } from './use-save-settings.ts'

/** The user's settings of the phone. Each change is saved immediately. */
export function SettingsPage() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const stored = useQuery(queries.settings())
  return (
    <Page title={t('settings.title')} subtitle={t('settings.sentence')} aside={<PageAside />}>
      <div className="grid max-w-180 gap-4">
        {stored.isPending && <Skeleton rows={2} label={t('common.loading')} />}
        {stored.isError && <ErrorAlert error={stored.error} onTryAgain={() => void stored.refetch()} />}
        {stored.data && (
          <>
            <PresenceSetting presence={stored.data.presence} />
            <DoNotDisturbSetting {...stored.data} />
            <RingTimeSetting {...stored.data} />
            <ForwardingSetting {...stored.data} />
            <VoicemailSetting {...stored.data} />
            <NotificationSettings {...stored.data} />
            <RingtoneSettings {...stored.data} />
            <MailSettings {...stored.data} />
            <AppearanceSetting {...stored.data} />
            <PhoneLinks />
          </>
        )}
      </div>
    </Page>
  )
}

function PresenceSetting({ presence }: Pick<me.UserSettings, 'presence'>) {
  const { t } = useLanguage()
  const save = useSaveSettings()
  return (
    <Card title={t('settings.presence-title')}>
      <div className="grid gap-3">
        <Switch
          label={t('settings.presence')}
          hint={t('settings.presence-hint')}
          isOn={(save.isPending ? save.variables.presence : presence) === 'shown'}
          state={save.isPending ? 'saving' : 'idle'}
          onChange={(isOn) => save.mutate({ presence: isOn ? 'shown' : 'hidden' })}
        />
        {save.isError && <ErrorAlert error={save.error} onTryAgain={() => save.mutate(save.variables)} />}
      </div>
    </Card>
  )
}
