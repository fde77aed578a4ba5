import type { CurrentUser, LinkedProvider } from '@parley/kit'
import { Card } from '@parley/ui'
import { Suspense, startTransition, use, useState } from 'react'
import { useProject } from '../../../hooks/use-project.ts'
import { useLanguage } from '../../../provider/language.tsx'
import { PendingCard } from '../../layout/page-layout.tsx'
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
  const { t: common } = useLanguage()
  const [connections, setConnections] = useState(() => user.listOAuthProviders())
  const reload = () => startTransition(() => setConnections(user.listOAuthProviders()))
  return (
    <Suspense fallback={<PendingCard title={common('common.loading')} />}>
      <AccountList user={user} connections={connections} onDisconnected={reload} />
    </Suspense>
  )
}

interface AccountListProps {
  user: CurrentUser
  connections: Promise<readonly LinkedProvider[]>
  onDisconnected: () => void
}

function AccountList({ user, connections, onDisconnected }: AccountListProps) {
  const { t } = useSettingsTexts()
  const project = useProject()
  const isOnlyMethod = countSignInMethods(user, project, user.useContactChannels()) <= 1
  const list = use(connections)
  const enabled = project.config.oauthProviders.map(({ id }) => id)
  const unconnected = enabled.filter((id) => !list.some(({ type }) => type === id))
  return (
    <Card title={t('accounts.title')} padding="none">
      <SettingList label={t('accounts.title')}>
        {list.map((connection) => (
          <ConnectedRow
            key={connection.id}
            user={user}
            connection={connection}
            isEnabled={enabled.includes(connection.type)}
            isOnlyMethod={isOnlyMethod && connection.allowSignIn && enabled.includes(connection.type)}
            onDisconnected={onDisconnected}
          />
        ))}
        {unconnected.map((provider) => (
          <UnconnectedRow key={provider} user={user} provider={provider} />
        ))}
      </SettingList>
    </Card>
  )
}
