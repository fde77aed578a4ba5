import type { me } from '@parley/contract/phone'
import { useStore } from '@parley/kit-react'
import { Button, Callout, Card, Switch } from '@parley/ui'
import { useLanguage } from '../i18n/language.tsx'
import {
  notificationPermission,
  requestNotificationPermission,
} from '../notifications/notification-permission.ts'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'
import { useSaveSettings } from './use-save-settings.ts'

/** Whether calls notify the user while Parley is in the background or closed, and how to allow it. */
export function NotificationSettings({ notifications }: Pick<me.UserSettings, 'notifications'>) {
  const { t } = useLanguage()
  const save = useSaveSettings()
  const isOn = (save.isPending ? save.variables.notifications : notifications) === 'on'
  return (
    <Card title={t('notify.title')}>
      <div className="grid gap-3">
        <Switch
          label={t('notify.calls')}
          hint={t('notify.calls-hint')}
          isOn={isOn}
          state={save.isPending ? 'saving' : 'idle'}
          onChange={(value) => save.mutate({ notifications: value ? 'on' : 'off' })}
        />
        {isOn && <BrowserPermission />}
        {save.isError && <ErrorAlert error={save.error} onTryAgain={() => save.mutate(save.variables)} />}
      </div>
    </Card>
  )
}

/** The permission of this browser, with the next step. */
function BrowserPermission() {
  const { t } = useLanguage()
  const permission = useStore(notificationPermission)
  if (permission === 'granted') return <Callout tone="neutral" title={t('notify.granted')} />
  if (permission === 'denied') return <Callout tone="warning" title={t('notify.denied')} />
  if (permission === 'unsupported') return <Callout tone="neutral" title={t('notify.unsupported')} />
  return (
    <Callout
      tone="neutral"
      title={t('notify.ask')}
      action={
        <Button size="small" onClick={() => void requestNotificationPermission()}>
          {t('notify.allow')}
        </Button>
      }
    />
  )
}
