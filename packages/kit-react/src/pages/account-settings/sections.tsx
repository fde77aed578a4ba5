import type { CurrentUser, Project } from '@parley/kit'
import type { IconType } from '@parley/ui'
import {
  Bell,
  KeyRound,
  MonitorSmartphone,
  Settings2,
  SquareTerminal,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { settingsEnUS } from '../../locales/account-settings/en-US.ts'
import { useIsDemo } from '../../provider/demo-context.ts'
import { ApiKeysBlock } from './api-keys/api-keys-block.tsx'
import { ConnectedAccountsBlock } from './connected-accounts/connected-accounts-block.tsx'
import { DangerBlock } from './danger/danger-block.tsx'
import { DemoAuthentication } from './demo/demo-notes.tsx'
import { EmailsBlock } from './emails/emails-block.tsx'
import { NotificationsBlock } from './notifications/notifications-block.tsx'
import { ProfileBlock } from './profile/profile-block.tsx'
import { SecondFactorBlock } from './second-factor/second-factor-block.tsx'
import { SessionsBlock } from './sessions/sessions-block.tsx'
import { SettingsBlock } from './settings/settings-block.tsx'
import { SignInMethodsBlock } from './sign-in-methods/sign-in-methods-block.tsx'
import { TeamsBlock } from './teams/teams-block.tsx'

/** A section of the account settings. Its id is the fragment of the page's URL. */
interface Section {
  readonly id: string
  readonly title: keyof typeof settingsEnUS & `${string}.title`
  readonly icon: IconType
  readonly Content: ComponentType<{ user: CurrentUser }>
}

/** Returns the sections that the project offers. */
export function listSections({ config }: Project): readonly Section[] {
  const apiKeys = {
    id: 'api-keys',
    title: 'keys.title',
    icon: SquareTerminal,
    Content: ApiKeysBlock,
  } as const
  return [
    { id: 'profile', title: 'profile.title', icon: UserRound, Content: ProfileBlock },
    { id: 'emails', title: 'emails.title', icon: KeyRound, Content: Authentication },
    { id: 'notifications', title: 'notifications.title', icon: Bell, Content: NotificationsBlock },
    { id: 'sessions', title: 'sessions.title', icon: MonitorSmartphone, Content: SessionsBlock },
    ...(config.allowUserApiKeys ? [apiKeys] : []),
    { id: 'teams', title: 'teams.title', icon: UsersRound, Content: TeamsBlock },
    { id: 'settings', title: 'settings.title', icon: Settings2, Content: General },
  ]
}

function Authentication({ user }: { user: CurrentUser }) {
  if (useIsDemo()) return <DemoAuthentication />
  return (
    <>
      <EmailsBlock user={user} />
      <SignInMethodsBlock user={user} />
      <ConnectedAccountsBlock user={user} />
      <SecondFactorBlock user={user} />
    </>
  )
}

function General({ user }: { user: CurrentUser }) {
  return (
    <>
      <SettingsBlock />
      <DangerBlock user={user} />
    </>
  )
}
