import { required } from '@parley/primitives'
import { afterEach, expect, test, vi } from 'vitest'
import { configureProject, uniqueEmail } from '../../../../../apps/account-service/src/testing.ts'
import {
  StackServerApp,
  type StackServerAppOptions,
  setReactHooks,
  stackAppInternalsSymbol,
} from '../../index.ts'
import { adminOptions, openSignedInApp, password, setUpProject } from '../../testing/open-app.ts'

const service = setUpProject()

afterEach(() => vi.unstubAllEnvs())

async function openBackEnd(changes: Partial<StackServerAppOptions> = {}): Promise<StackServerApp> {
  return new StackServerApp({ ...(await adminOptions(service())), tokenStore: null, ...changes })
}

async function createUser(backEnd: StackServerApp, name = 'grace') {
  const primaryEmail = uniqueEmail(name)
  return await backEnd.createUser({ primaryEmail, primaryEmailAuthEnabled: true, displayName: 'Grace' })
}

test('the JSON of a user that a back end passes to a browser has no fields of servers', async () => {
  const backEnd = await openBackEnd()
  const { id } = await createUser(backEnd)
  const user = required(await backEnd.getUser(id), 'the user')
  const team = await user.createTeam({ displayName: 'Analytics' })
  await team.update({ serverMetadata: { plan: 'secret' } })
  await user.update({ serverMetadata: { note: 'secret' } })

  const json = required(await backEnd.getUser(id), 'the user').toClientJson()

  expect(json).toMatchObject({ id, selected_team: { display_name: 'Analytics' } })
  expect(JSON.stringify(json)).not.toMatch(/secret|server_metadata|restricted_by_admin|risk_scores/)
})

/** Each operation of the server app and its users and teams, with what it returns. */
const operations: Record<string, (backEnd: StackServerApp) => Promise<void>> = {
  async createUser(backEnd) {
    const primaryEmail = uniqueEmail('grace')
    const user = await backEnd.createUser({
      primaryEmail,
      primaryEmailVerified: true,
      primaryEmailAuthEnabled: true,
      password,
      displayName: 'Grace',
      clientMetadata: { a: 1 },
      clientReadOnlyMetadata: { b: 2 },
      serverMetadata: { c: 3 },
    })
    expect(user).toMatchObject({
      primaryEmail,
      primaryEmailVerified: true,
      hasPassword: true,
      displayName: 'Grace',
      clientMetadata: { a: 1 },
      clientReadOnlyMetadata: { b: 2 },
      serverMetadata: { c: 3 },
      lastActiveAt: expect.any(Date),
    })
  },
  async 'getUser by id'(backEnd) {
    const { id } = await createUser(backEnd)
    expect(await backEnd.getUser(id)).toMatchObject({ id, displayName: 'Grace' })
    expect(await backEnd.getUser('5c7e1a52-3f0b-4c58-8a4e-0c2a4de3b6d1')).toBeNull()
  },
  async 'getUser by API key'(backEnd) {
    const { user } = await openSignedInApp(service(), 'ada')
    const key = await user.createApiKey({ description: 'Reports', expiresAt: null })
    expect(await backEnd.getUser({ apiKey: key.value })).toMatchObject({ id: user.id })
    await key.revoke()
    expect(await backEnd.getUser({ apiKey: key.value })).toBeNull()
    expect(await backEnd.getUser({ apiKey: 'unknown' })).toBeNull()
  },
  async 'getUser by token store'(backEnd) {
    const { user } = await openSignedInApp(service(), 'ada')
    const tokenStore = await user.getAuthJson()
    const seen = required(await backEnd.getUser({ tokenStore }), 'the user')
    await seen.setServerMetadata({ plan: 'large' })
    expect(seen).toMatchObject({ id: user.id, serverMetadata: null })
    expect(await backEnd.getUser({ tokenStore, or: 'throw' })).toMatchObject({
      serverMetadata: { plan: 'large' },
    })
    await seen.delete()
    expect(await backEnd.getUser({ tokenStore })).toBeNull()
  },
  async getServerUser(backEnd) {
    await expect(backEnd.getServerUser()).rejects.toThrow('has no token store')
  },
  async listUsers(backEnd) {
    const { id, primaryEmail } = await createUser(backEnd, 'unusual')
    await createUser(backEnd)
    const page = await backEnd.listUsers({ limit: 1, orderBy: 'signedUpAt', desc: true })
    const rest = await backEnd.listUsers({ cursor: page.nextCursor ?? undefined, desc: true })
    expect(page).toHaveLength(1)
    expect(rest[0]?.id).toBe(id)
    expect(rest.nextCursor).toBeNull()
    expect((await backEnd.listUsers({ query: String(primaryEmail) })).map((user) => user.id)).toEqual([id])
  },
  async teams(backEnd) {
    const creator = await createUser(backEnd)
    const team = await backEnd.createTeam({ displayName: 'Kestrel', creatorUserId: creator.id })
    await team.update({ displayName: 'Kestrel Freight', serverMetadata: { tier: 1 } })
    const key = await team.createApiKey({ description: 'Dispatch', expiresAt: null })
    expect(await backEnd.getTeam(team.id)).toMatchObject({
      displayName: 'Kestrel Freight',
      serverMetadata: { tier: 1 },
      createdAt: expect.any(Date),
    })
    expect((await backEnd.getTeam({ apiKey: key.value }))?.id).toBe(team.id)
    expect(await backEnd.getTeam({ apiKey: 'unknown' })).toBeNull()
    expect((await backEnd.listTeams()).map(({ id }) => id)).toContain(team.id)
    await team.delete()
    expect(await backEnd.getTeam(team.id)).toBeNull()
  },
  async 'team members'(backEnd) {
    const [first, second] = [await createUser(backEnd), await createUser(backEnd)]
    const team = await first.createTeam({ displayName: 'Kestrel' })
    await team.addUser(second.id)
    const members = await team.listUsers()
    expect(members.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(members[1]).toMatchObject({ teamProfile: { displayName: 'Grace' }, serverMetadata: null })
    expect(await second.getTeam(team.id)).toMatchObject({ serverMetadata: null })
    await team.removeUser(second.id)
    expect(await second.getTeam(team.id)).toBeNull()
    const callbackUrl = 'https://phone.example.com/handler/team-invitation'
    await team.inviteUser({ email: uniqueEmail('invited'), callbackUrl })
    expect(await team.listInvitations()).toHaveLength(1)
    expect((await backEnd.getUser(first.id))?.selectedTeam).toMatchObject({ id: team.id })
  },
  async 'update and set fields'(backEnd) {
    const user = await createUser(backEnd)
    const email = uniqueEmail('other')
    await user.setPrimaryEmail(email, { verified: true })
    await user.setClientReadOnlyMetadata({ b: 1 })
    await user.setDisplayName('Grace H.')
    await user.setPassword({ password })
    await user.updatePassword({ oldPassword: '', newPassword: 'analytical engine' })
    expect(await backEnd.getUser(user.id)).toMatchObject({
      primaryEmail: email,
      primaryEmailVerified: true,
      clientReadOnlyMetadata: { b: 1 },
      displayName: 'Grace H.',
      hasPassword: true,
    })
  },
  async 'contact channels'(backEnd) {
    const user = await createUser(backEnd)
    const value = uniqueEmail('work')
    const channel = await user.createContactChannel({
      value,
      type: 'email',
      usedForAuth: false,
      isVerified: true,
    })
    await channel.update({ isVerified: false })
    expect((await user.listContactChannels()).map((each) => [each.value, each.isVerified])).toEqual([
      [user.primaryEmail, false],
      [value, false],
    ])
    await user.sendVerificationEmail({ callbackUrl: 'https://phone.example.com/handler/email-verification' })
    await service().waitForEmail(String(user.primaryEmail))
    await channel.delete()
    expect(await user.listContactChannels()).toHaveLength(1)
  },
  async permissions(backEnd) {
    const user = await createUser(backEnd)
    const owner = await createUser(backEnd)
    const team = await owner.createTeam({ displayName: 'Kestrel' })
    await team.addUser(user.id)
    await user.grantPermission(team, '$update_team')
    expect(await user.hasPermission(team, '$update_team')).toBe(true)
    await user.revokePermission(team, '$update_team')
    expect(await user.getPermission(team, '$update_team')).toBeNull()
    await expect(user.grantPermission('missing')).rejects.toMatchObject({ code: 'PERMISSION_NOT_FOUND' })
    await expect(user.revokePermission('missing')).rejects.toMatchObject({ code: 'PERMISSION_NOT_FOUND' })
    expect(await user.listPermissions()).toEqual([])
  },
  async sessions(backEnd) {
    const user = await createUser(backEnd)
    const session = await user.createSession({ expiresInMillis: 60_000 })
    const tokenStore = await session.getTokens()
    expect((await backEnd.getUser({ tokenStore }))?.id).toBe(user.id)
    const [active] = await user.getActiveSessions()
    await user.revokeSession(String(active?.id))
    expect(await user.getActiveSessions()).toEqual([])
  },
  async 'notifications, API keys and provider accounts'(backEnd) {
    const user = await createUser(backEnd)
    expect(await user.listNotificationCategories()).toHaveLength(2)
    await user.createApiKey({ description: 'Reports', expiresAt: null })
    expect(await user.listApiKeys()).toMatchObject([{ description: 'Reports', userId: user.id }])
    expect(await user.listOAuthProviders()).toEqual([])
  },
  async delete(backEnd) {
    const user = await createUser(backEnd)
    await user.delete()
    expect(await backEnd.getUser(user.id)).toBeNull()
  },
  async sendEmail(backEnd) {
    const user = await createUser(backEnd)
    const email = { subject: 'News', html: '<p>News</p>' }
    expect(await backEnd.sendEmail({ userIds: [user.id], ...email })).toMatchObject({
      status: 'error',
      error: { errorCode: 'REQUIRES_CUSTOM_EMAIL_SERVER' },
    })
    await configureProject(service(), { config: { email_config: customServer } })
    try {
      expect(await backEnd.sendEmail({ userIds: [], ...email })).toEqual({ status: 'ok', data: undefined })
      expect(
        await backEnd.sendEmail({ userIds: ['5c7e1a52-3f0b-4c58-8a4e-0c2a4de3b6d1'], ...email }),
      ).toMatchObject({ error: { errorCode: 'USER_ID_DOES_NOT_EXIST' } })
      expect(await backEnd.sendEmail({ userIds: ['no uuid'], ...email })).toMatchObject({
        error: { errorCode: 'SCHEMA_ERROR' },
      })
    } finally {
      await configureProject(service(), { config: { email_config: { type: 'shared' } } })
    }
  },
  async 'methods for components'(backEnd) {
    const names: string[] = []
    setReactHooks({
      useData(data) {
        names.push(data.get().state)
        throw new Error('suspended')
      },
      useUser: () => null,
    })
    const { id } = await createUser(backEnd)
    for (const use of [
      () => backEnd.useUser(id),
      () => backEnd.useUser({ apiKey: 'unknown' }),
      () => backEnd.useUsers(),
      () => backEnd.useTeam('5c7e1a52-3f0b-4c58-8a4e-0c2a4de3b6d1'),
      () => backEnd.useTeam({ apiKey: 'unknown' }),
      () => backEnd.useTeams(),
    ])
      expect(use).toThrow('suspended')
    expect(backEnd.useUser()).toBeNull()
    expect(names).toEqual(Array(6).fill('pending'))
  },
}

const customServer = {
  type: 'standard',
  host: '127.0.0.1',
  port: 9,
  username: 'kestrel',
  password: 'secret',
  sender_name: 'Kestrel Freight',
  sender_email: 'mail@example.com',
}

test.each(Object.entries(operations))('a back end uses %s', async (_, run) => {
  await run(await openBackEnd())
})

test('a back end reads its key from the environment', async () => {
  const options = await adminOptions(service())
  vi.stubEnv('STACK_SECRET_SERVER_KEY', options.secretServerKey)

  const backEnd = await openBackEnd({ secretServerKey: undefined })
  vi.stubEnv('STACK_SECRET_SERVER_KEY', '')

  expect(await backEnd.listTeams()).toEqual(expect.any(Array))
  await expect(openBackEnd({ secretServerKey: undefined })).rejects.toThrow(
    'secretServerKey is missing. Pass it to the app, or set STACK_SECRET_SERVER_KEY.',
  )
})

test('a wrong key is rejected', async () => {
  const backEnd = await openBackEnd({ secretServerKey: 'ssk_wrong' })

  await expect(backEnd.listTeams()).rejects.toMatchObject({ code: 'INVALID_SECRET_SERVER_KEY' })
})

/**
 * Guarantee: the secret key of a back end is sent only with its own requests, not with those of a user's
 * sign-in.
 */
test('requests of a sign-in are sent with client access', async () => {
  const sent: Headers[] = []
  const backEnd = await openBackEnd({
    tokenStore: 'memory',
    fetch: (input, init) => {
      sent.push(new Headers(init?.headers))
      return fetch(input, init)
    },
  })
  const { email } = await openSignedInApp(service(), 'ada')

  await backEnd.signInWithCredential({ email, password, noRedirect: true })
  await backEnd.listTeams()

  expect(
    sent.map((headers) => [headers.get('x-stack-access-type'), headers.has('x-stack-secret-server-key')]),
  ).toEqual([
    ['client', false],
    ['server', true],
  ])
})

/** Guarantee: metadata for back ends never reaches browsers. */
test('the user whom a server passes to a browser has the fields of clients alone', async () => {
  const { user } = await openSignedInApp(service(), 'ada')
  const app = await openBackEnd({ tokenStore: await user.getAuthJson() })
  await (await app.getUser({ or: 'throw' })).update({ serverMetadata: { plan: 'secret' } })

  const passed = await app[stackAppInternalsSymbol].fetchCurrentUser()

  expect(passed).toMatchObject({ id: user.id, primary_email: user.primaryEmail })
  expect(JSON.stringify(passed)).not.toContain('secret')
})
