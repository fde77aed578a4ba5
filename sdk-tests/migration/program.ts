import {
  type AdminProjectPermissionDefinition,
  type ServerUser,
  StackAdminApp,
  StackClientApp,
  StackServerApp,
  type Team,
} from '@stackframe/react'

// The program and the back end of an application on the public package.

export interface Settings {
  readonly baseUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
  readonly secretServerKey: string
  readonly superSecretAdminKey: string
  readonly email: string
}

const password = 'correct horse battery'

/** Uses the package as a program does, and returns what it has seen. */
export async function run(settings: Settings) {
  const { email, superSecretAdminKey: _, secretServerKey: __, ...client } = settings
  const app = new StackClientApp({ ...client, tokenStore: 'memory', redirectMethod: 'none' })
  const wrong = await app.signInWithCredential({ email, password, noRedirect: true })
  const signedUp = await app.signUpWithCredential({
    email,
    password,
    noRedirect: true,
    verificationCallbackUrl: 'http://localhost/handler/email-verification',
  })
  if (signedUp.status === 'error') throw new Error(signedUp.error.message)

  const user = await app.getUser({ or: 'throw' })
  await user.update({ displayName: 'Ada', clientMetadata: { theme: 'dark' } })
  await user.setClientMetadata({ theme: 'light', fontSize: 14 })
  const team = await user.createTeam({ displayName: 'Engines' })
  const { accessToken, refreshToken } = await user.getAuthJson()
  if (!accessToken || !refreshToken) throw new Error('The user has no tokens.')
  const seen = {
    wrong: wrong.status === 'error' && wrong.error.errorCode,
    ...(await describe(await app.getUser({ or: 'throw' }), team)),
    backEnd: await runBackEnd(settings, { accessToken, refreshToken }),
    definitions: await configure(settings),
  }
  await user.signOut()
  return { ...seen, after: await app.getUser() }
}

type SignedIn = NonNullable<Awaited<ReturnType<StackClientApp<true, string>['getUser']>>>

async function describe(user: SignedIn, team: Team) {
  const key = await user.createApiKey({ description: 'Reports', expiresAt: null })
  return {
    name: user.displayName,
    fontSize: user.clientMetadata.fontSize + 1,
    selected: user.selectedTeam?.displayName,
    isCreator: await user.hasPermission(team, '$delete_team'),
    permissions: (await user.listPermissions(team, { recursive: false })).map(({ id }) => id),
    channels: (await user.listContactChannels()).map(({ value, isPrimary }) => ({ value, isPrimary })),
    key: { ends: key.expiresAt, isValid: key.isValid(), isText: typeof key.value === 'string' },
    sessions: (await user.getActiveSessions()).length,
    header: Object.keys(await user.getAuthHeaders()),
    isSignedUpToday: user.signedUpAt.getTime() > Date.now() - 24 * 60 * 60_000,
  }
}

async function runBackEnd(
  { email, superSecretAdminKey: _, ...settings }: Settings,
  tokens: { accessToken: string; refreshToken: string },
) {
  const backEnd = new StackServerApp({ ...settings, tokenStore: null })
  const byRequest = await backEnd.getUser({
    tokenStore: new Request('http://localhost', { headers: { 'x-stack-auth': JSON.stringify(tokens) } }),
  })
  const byId: ServerUser | null = await backEnd.getUser(byRequest?.id ?? '')
  await byId?.update({ serverMetadata: { plan: 'large' } })
  const listed = await backEnd.listUsers({ limit: 10, orderBy: 'signedUpAt', desc: true, query: email })
  return {
    email: byRequest?.primaryEmail,
    metadata: (await backEnd.getUser(byRequest?.id ?? ''))?.serverMetadata.plan,
    listed: listed.map(({ primaryEmail }) => primaryEmail),
    next: listed.nextCursor,
    missing: await backEnd.getUser({ apiKey: 'unknown' }),
  }
}

async function configure({ email: _, ...settings }: Settings): Promise<string[]> {
  const admin = new StackAdminApp({ ...settings, tokenStore: null })
  const permission: AdminProjectPermissionDefinition = { id: 'export', containedPermissionIds: [] }
  await admin.createProjectPermissionDefinition(permission)
  const project = await admin.getProject()
  await project.update({ displayName: 'Notes', config: { magicLinkEnabled: true } })
  const { displayName, config } = await admin.getProject()
  const definitions = await admin.listProjectPermissionDefinitions()
  await admin.deleteProjectPermissionDefinition('export')
  return [displayName, String(config.magicLinkEnabled), ...definitions.map(({ id }) => id)]
}
