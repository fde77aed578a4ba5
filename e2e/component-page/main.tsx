import './page.css'
import {
  AccountSettings,
  AuthPage,
  MessageCard,
  OAuthButtonGroup,
  SelectedTeamSwitcher,
  StackClientApp,
  StackProvider,
  StackTheme,
  UserAvatar,
  UserButton,
} from '@parley/kit-react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

const longName = 'Wilhelmina Theodora Featherstonehaugh-Cholmondeley of Ashbury'

const project = {
  config: {
    signUpEnabled: true,
    credentialEnabled: true,
    magicLinkEnabled: true,
    passkeyEnabled: true,
    oauthProviders: [{ id: 'google' }, { id: 'github' }],
  },
}

const teams = [
  { id: 'long', displayName: longName },
  { id: 'night', displayName: 'Night shift' },
]

function Settings() {
  return (
    <AccountSettings
      fullPage
      mockUser={{ displayName: longName }}
      mockProject={{ config: { allowUserApiKeys: true, clientTeamCreationEnabled: true } }}
      mockApiKeys={[
        { id: 'key-1a2b', description: longName, createdAt: '2026-01-01', expiresAt: '2036-01-01' },
        { id: 'key-3c4d', description: 'Import', createdAt: '2026-01-01', manuallyRevokedAt: '2026-02-01' },
      ]}
      mockSessions={[
        {
          id: 'here',
          isCurrentSession: true,
          isImpersonation: true,
          createdAt: '2026-01-01',
          geoInfo: { ip: '203.0.113.7', cityName: 'Uppsala' },
        },
        { id: 'there', isCurrentSession: false, createdAt: '2026-01-01', geoInfo: { ip: '2001:db8::1' } },
      ]}
      extraItems={[
        { id: 'billing', title: 'Billing', iconName: 'CreditCard', content: <p>No invoices yet.</p> },
      ]}
    />
  )
}

function Parts() {
  return (
    <main className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-6 p-6">
      <h1>Components</h1>
      <UserButton
        showUserInfo
        mockUser={{ displayName: longName, primaryEmail: 'wilhelmina.featherstonehaugh@example.com' }}
        colorModeToggle={() => {}}
        extraItems={[{ text: 'Billing', icon: null, onClick: () => {} }]}
      />
      <SelectedTeamSwitcher
        mockUser={{ selectedTeam: teams[0] }}
        mockTeams={teams}
        mockProject={{ config: { clientTeamCreationEnabled: true } }}
        allowNull
      />
      <OAuthButtonGroup type="sign-in" mockProject={project} />
      <div className="flex items-center gap-3">
        <UserAvatar user={{ displayName: longName }} />
        <UserAvatar user={{ displayName: longName }} size={72} border />
        <UserAvatar size={28} />
      </div>
    </main>
  )
}

const views: Readonly<Record<string, ReactNode>> = {
  'sign-in': <AuthPage type="sign-in" fullPage mockProject={project} extraInfo="Trial until June" />,
  'sign-up': <AuthPage type="sign-up" fullPage mockProject={project} firstTab="magic-link" />,
  message: (
    <main className="p-6">
      <MessageCard
        title={`${longName} has left`}
        primaryButtonText="Invite again"
        secondaryButtonText="Back to the team"
      >
        <p>The notes remain in the team.</p>
      </MessageCard>
    </main>
  ),
  settings: <Settings />,
  parts: <Parts />,
}

const app = new StackClientApp({
  baseUrl: '',
  projectId: 'demo',
  tokenStore: 'memory',
  redirectMethod: 'none',
})
const theme = { light: { primary: '#5b21b6' }, dark: { primary: '#c4b5fd' }, radius: '0.25rem' }

createRoot(document.querySelector('#root') ?? document.body).render(
  <StackTheme theme={location.search === '?theme' ? theme : undefined} nonce="cjRuZDBt">
    <StackProvider app={app} translationOverrides={{ 'Back to home': 'Back to the notes' }}>
      {views[location.pathname.slice(1)]}
    </StackProvider>
  </StackTheme>,
)
