import type { CurrentUser } from '@parley/kit'
import { Button } from '@parley/ui'
import { getProviderName } from '../../../components/oauth-button/provider-name.ts'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { SettingRow } from '../shared/setting-row.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { ProviderTitle } from './provider-title.tsx'
import { useConnect } from './use-connect.ts'

/** A provider without an account of the user. */
export function UnconnectedRow({ user, provider }: { user: CurrentUser; provider: string }) {
  const { t } = useSettingsTexts()
  const { change, connect } = useConnect(user, provider)
  return (
    <SettingRow
      title={<ProviderTitle provider={provider} />}
      detail={t('accounts.not-connected')}
      action={
        <Button
          size="small"
          state={change.isBusy ? 'busy' : 'idle'}
          aria-label={t('accounts.connect-one', { provider: getProviderName(provider) })}
          onClick={connect}
        >
          {t('accounts.connect')}
        </Button>
      }
    >
      <AttemptCallout failed={change.failed} />
    </SettingRow>
  )
}
