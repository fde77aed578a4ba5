import { type CurrentUser, type LinkedProvider, UnexpectedResponseError } from '@parley/kit'
import { Button, ConfirmDialog } from '@parley/ui'
import { useState } from 'react'
import { getProviderName } from '../../../components/oauth-button/provider-name.ts'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { SettingRow } from '../shared/setting-row.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { ProviderTitle } from './provider-title.tsx'
import { useConnect } from './use-connect.ts'

interface ConnectedRowProps {
  user: CurrentUser
  connection: LinkedProvider
  /** The project offers the provider. */
  isEnabled: boolean
  /** Without this account, the user could not sign in. */
  isOnlyMethod: boolean
  onDisconnected: () => void
}

/**
 * An account of the user at a provider. It can be connected again, which asks the provider for all scopes.
 */
export function ConnectedRow({
  user,
  connection,
  isEnabled,
  isOnlyMethod,
  onDisconnected,
}: ConnectedRowProps) {
  const { t } = useSettingsTexts()
  const { change, connect } = useConnect(user, connection.type)
  const provider = getProviderName(connection.type)
  const state = change.isBusy ? 'busy' : 'idle'
  const account = connection.email ?? t('accounts.connected')
  const disconnect = () =>
    change.run(() => connection.delete(), {
      done: t('accounts.disconnected'),
      onDone: onDisconnected,
      // Another tab or browser may have removed the other methods.
      explain: (error) =>
        error instanceof UnexpectedResponseError && error.status === 400
          ? { title: t('methods.only'), advice: '' }
          : null,
    })
  return (
    <SettingRow
      title={<ProviderTitle provider={connection.type} />}
      detail={isOnlyMethod ? `${account}. ${t('methods.only')}` : account}
      action={
        <div className="flex flex-wrap gap-2">
          {isEnabled && (
            <Button
              size="small"
              state={state}
              aria-label={t('accounts.connect-again-one', { provider })}
              onClick={connect}
            >
              {t('accounts.connect-again')}
            </Button>
          )}
          <DisconnectButton
            provider={provider}
            state={state}
            isOnlyMethod={isOnlyMethod}
            onConfirm={disconnect}
          />
        </div>
      }
    >
      <AttemptCallout failed={change.failed} />
    </SettingRow>
  )
}

interface DisconnectButtonProps {
  /** The name of the provider. */
  provider: string
  state: 'idle' | 'busy'
  isOnlyMethod: boolean
  onConfirm: () => void
}

function DisconnectButton({ provider, state, isOnlyMethod, onConfirm }: DisconnectButtonProps) {
  const { t } = useSettingsTexts()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button
        size="small"
        variant="danger"
        state={state}
        disabledReason={isOnlyMethod ? t('methods.only') : null}
        aria-label={t('accounts.disconnect-one', { provider })}
        onClick={() => setIsAsking(true)}
      >
        {t('accounts.disconnect')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('accounts.disconnect-title', { provider })}
        cancelLabel={t('page.cancel')}
        confirmLabel={t('accounts.disconnect')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          onConfirm()
        }}
      >
        {t('accounts.disconnect-advice')}
      </ConfirmDialog>
    </>
  )
}
