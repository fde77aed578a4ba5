import {
  AccountSettings,
  AuthPage,
  CliAuthConfirmation,
  CredentialSignIn,
  CredentialSignUp,
  type CurrentUser,
  EmailVerification,
  ForgotPassword,
  MagicLinkSignIn,
  MessageCard,
  OAuthButton,
  OAuthButtonGroup,
  PasswordReset,
  SelectedTeamSwitcher,
  SignIn,
  SignUp,
  StackClientApp,
  type StackClientAppConstructorOptions,
  StackHandler,
  StackProvider,
  StackTheme,
  type Team,
  UserAvatar,
  UserButton,
  useStackApp,
  useUser,
} from '@stackframe/react'
import { Suspense, useState } from 'react'

// The pages of an application on the public package, which uses its exports as applications do.

const options: Partial<StackClientAppConstructorOptions<true, string>> = {
  baseUrl: { browser: 'http://localhost:8102', server: 'http://localhost:8102' },
  urls: { handler: '/handler', afterSignIn: '/notes', afterSignOut: '/' },
  redirectMethod: { useNavigate: () => (to: string) => history.pushState({}, '', to) },
  extraRequestHeaders: { 'x-proxy': '1' },
  noAutomaticPrefetch: true,
}
const app = new StackClientApp({
  ...options,
  projectId: 'notes',
  publishableClientKey: 'pck_notes',
  tokenStore: 'cookie',
})

export function Application() {
  return (
    <Suspense fallback={<p>Loading</p>}>
      <StackProvider app={app} lang="de-DE" translationOverrides={{ 'Sign in': 'Anmelden' }}>
        <StackTheme>
          {location.pathname.startsWith('/handler') ? (
            <StackHandler app={app} location={location.pathname} fullPage />
          ) : (
            <Notes />
          )}
        </StackTheme>
      </StackProvider>
    </Suspense>
  )
}

function Notes() {
  const user = useUser({ or: 'redirect' })
  const team = user.useTeams()[0]
  const { fontSize } = user.clientMetadata ?? { fontSize: 14 }
  return (
    <main style={{ fontSize }}>
      <UserButton showUserInfo colorModeToggle={() => {}} extraItems={[]} />
      <UserAvatar user={user} size={32} />
      <SelectedTeamSwitcher
        urlMap={(next: Team) => `/teams/${next.id}`}
        selectedTeam={user.selectedTeam ?? undefined}
      />
      <h1>Notes of {user.displayName ?? user.primaryEmail}</h1>
      {team && <TeamPage user={user} team={team} />}
      <Keys user={user} />
      <Account />
    </main>
  )
}

function TeamPage({ user, team }: { user: CurrentUser; team: Team }) {
  const canInvite = user.usePermission(team, '$invite_members') !== null
  const permissions = user.usePermissions(team).map(({ id }) => id)
  const profile = user.useTeamProfile(team)
  const [email, setEmail] = useState('')
  return (
    <section>
      <h2>{team.displayName}</h2>
      <p>{permissions.join(', ')}</p>
      <button type="button" onClick={() => profile.update({ displayName: 'Ada' })}>
        {profile.displayName}
      </button>
      <ul>
        {team.useUsers().map((member) => (
          <li key={member.id}>{member.teamProfile.displayName}</li>
        ))}
        {team.useInvitations().map((invitation) => (
          <li key={invitation.id}>
            {invitation.recipientEmail} until {invitation.expiresAt.toISOString()}
            <button type="button" onClick={() => invitation.revoke()}>
              Revoke
            </button>
          </li>
        ))}
      </ul>
      {canInvite && (
        <form
          onSubmit={() =>
            team.inviteUser({ email, callbackUrl: `${location.origin}/handler/team-invitation` })
          }
        >
          <input value={email} onChange={({ target }) => setEmail(target.value)} />
        </form>
      )}
      <button type="button" onClick={() => user.setSelectedTeam(team)}>
        Select
      </button>
      <button type="button" onClick={() => user.leaveTeam(team)}>
        Leave
      </button>
    </section>
  )
}

function Keys({ user }: { user: CurrentUser }) {
  const keys = user.useApiKeys()
  const create = async () => {
    const key = await user.createApiKey({ description: 'Reports', expiresAt: null })
    alert(key.value.toUpperCase())
  }
  return (
    <ul>
      {keys.map((key) => (
        <li key={key.id}>
          {key.description} …{key.value.lastFour} {key.whyInvalid()}
          <button type="button" onClick={() => key.revoke()}>
            Revoke
          </button>
        </li>
      ))}
      <button type="button" onClick={create}>
        New key
      </button>
    </ul>
  )
}

function Account() {
  const stack = useStackApp()
  const user = useUser()
  return user ? (
    <SignedInAccount user={user} />
  ) : (
    <button type="button" onClick={() => stack.redirectToSignIn()}>
      Sign in
    </button>
  )
}

function SignedInAccount({ user }: { user: CurrentUser }) {
  const stack = useStackApp()
  const project = stack.useProject()
  const navigate = stack.useNavigate()
  const channels = user.useContactChannels()
  const categories = user.useNotificationCategories()
  const github = user.useConnectedAccount('github', { or: 'return-null', scopes: ['repo'] })
  return (
    <aside>
      {channels.map((channel) => (
        <button type="button" key={channel.id} onClick={() => channel.update({ isPrimary: true })}>
          {channel.value} {channel.isVerified ? '' : 'unverified'}
        </button>
      ))}
      {categories.map((category) => (
        <input
          key={category.id}
          type="checkbox"
          title={category.name}
          disabled={!category.canDisable}
          checked={category.enabled}
          onChange={() => category.setEnabled(!category.enabled)}
        />
      ))}
      {github && <Repositories connection={github} />}
      {project.config.magicLinkEnabled && <p>Links by e-mail are on.</p>}
      <button type="button" onClick={() => user.signOut({ redirectUrl: '/goodbye' })}>
        Sign out
      </button>
      <button type="button" onClick={() => navigate(stack.urls.accountSettings)}>
        Settings
      </button>
    </aside>
  )
}

type Connection = NonNullable<Awaited<ReturnType<typeof getGithub>>>

async function getGithub(user: CurrentUser) {
  return await user.getConnectedAccount('github')
}

function Repositories({ connection }: { connection: Connection }) {
  return <code>{connection.useAccessToken().accessToken}</code>
}

/** The components outside the handler. */
export function Components() {
  return (
    <>
      <SignIn fullPage automaticRedirect firstTab="magic-link" extraInfo={<p>Welcome</p>} />
      <SignUp fullPage automaticRedirect firstTab="password" noPasswordRepeat extraInfo={<p>Terms</p>} />
      <AuthPage type="sign-in" fullPage automaticRedirect />
      <CredentialSignIn />
      <CredentialSignUp noPasswordRepeat />
      <MagicLinkSignIn />
      <OAuthButton provider="github" type="sign-in" isMock={false} />
      <OAuthButtonGroup type="sign-up" />
      <ForgotPassword fullPage />
      <PasswordReset searchParams={{ code: 'x' }} fullPage />
      <EmailVerification searchParams={{ code: 'x' }} fullPage />
      <CliAuthConfirmation fullPage />
      <AccountSettings
        fullPage
        extraItems={[{ title: 'Notes', content: <p>Notes</p>, id: 'notes', iconName: 'Settings' }]}
      />
      <MessageCard
        title="Done"
        fullPage
        primaryButtonText="Home"
        primaryAction={() => {}}
        secondaryButtonText="Back"
        secondaryAction={() => {}}
      >
        <p>It is done.</p>
      </MessageCard>
    </>
  )
}
