import type { CurrentUser } from '@parley/kit'
import { Card } from '@parley/ui'
import { useProject } from '../../../hooks/use-project.ts'
import { SettingList } from '../shared/setting-row.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { countSignInMethods } from '../sign-in-methods/count-sign-in-methods.ts'
import { ConnectedRow } from './connected-row.tsx'
import { UnconnectedRow } from './unconnected-row.tsx'

/** The accounts of the user at providers, and the providers of the project without one. */
export function ConnectedAccountsBlock({ user }: { user: CurrentUser }) {
  const { config } = useProject()
  const isOffered = config.oauthProviders.length > 0 || user.oauthProviders.length > 0
  return isOffered && <Accounts user={user} />
}

function Accounts({ user }: { user: CurrentUser }) {
  const { t } = useSettingsTexts()
  const project = useProject()
  const isOnlyMethod = countSignInMethods(user, project, user.useContactChannels()) <= 1
  const connections = user.useOAuthProviders()
  const enabled = project.config.oauthProviders.map(({ id }) => id)
  const unconnected = enabled.filter((id) => !connections.some(({ type }) => type === id))
  return (
    <Card title={t('accounts.title')} padding="none">
      <SettingList label={t('accounts.title')}>
        {connections.map((connection) => (
          <ConnectedRow
            key={connection.id}
            user={user}
            connection={connection}
            isEnabled={enabled.includes(connection.type)}
            isOnlyMethod={isOnlyMethod && connection.allowSignIn && enabled.includes(connection.type)}
          />
        ))}
        {unconnected.map((provider) => (
          <UnconnectedRow key={provider} user={user} provider={provider} />
        ))}
      </SettingList>
    </Card>
  )
}
