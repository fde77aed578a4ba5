import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deriveBuiltInKeys, phoneProjectId } from '@parley/account-service'
import { accessTokenHeader, workspaceHeader } from '@parley/contract/phone'
import { startTestApp, type TestApp } from '@parley/dev-env'
import { connectToDatabase, createSecrets } from '@parley/server'
import { afterAll, beforeAll, expect, test } from 'vitest'

const [password, newPassword] = ['correct horse battery', 'staple correct horse']

let app: TestApp
let keys: ReturnType<typeof deriveBuiltInKeys>['phone']

beforeAll(async () => {
  app = await startTestApp()
  const secret = await readFile(join(app.dataDirectory, 'secret'), 'utf8')
  keys = deriveBuiltInKeys(createSecrets(secret.trim())).phone
}, 240_000)

afterAll(() => app[Symbol.asyncDispose]())

interface SignedIn {
  readonly userId: string
  /** Access token of the session that loses access. */
  readonly token: string
  /** Access token of another session of the same user. */
  readonly otherToken: string
  readonly teamId: string
}

const causes: readonly [string, (user: SignedIn) => Promise<unknown>][] = [
  ['sign-out', ({ token }) => accounts('DELETE', '/auth/sessions/current', {}, asClient(token))],
  [
    'revocation',
    async ({ token, otherToken }) =>
      accounts('DELETE', `/auth/sessions/${readSessionId(token)}`, undefined, asClient(otherToken)),
  ],
  [
    'a password change',
    ({ userId }) => accounts('PATCH', `/users/${userId}`, { password: newPassword }, asServer()),
  ],
  [
    'removal from the workspace',
    ({ teamId, userId }) =>
      accounts('DELETE', `/team-memberships/${teamId}/${userId}`, undefined, asServer()),
  ],
  ['deletion', ({ userId }) => accounts('DELETE', `/users/${userId}`, undefined, asServer())],
]

/** Guarantee: the end of a session, of a membership or of a user takes effect in the phone without delay. */
test.each(causes)(
  'CM1: %s ends access to the API, the live socket and the leg in a running call',
  async (_, end) => {
    const observer = await signIn()
    const grace = await signIn(observer.teamId)
    const socket = await openLiveSocket(grace)
    const started = await phone('POST', '/calls', grace, { to: '+15550100', handsetId: randomUUID() })
    expect(started.status).toBe(201)

    await end(grace)

    const limit = { timeout: 10_000, interval: 100 }
    await expect.poll(async () => (await phone('GET', '/me', grace)).status, limit).toBeGreaterThan(400)
    await expect.poll(() => socket.readyState, limit).toBe(WebSocket.CLOSED)
    const findPhase = async () => (await phone('GET', `/calls/${started.body.call.id}`, observer)).body.phase
    await expect.poll(findPhase, limit).toBe('ended')
  },
)

/** Guarantee: while the phone receives no events, what they announce takes effect within half a minute. */
test('SR4, CM1: without events, sign-out ends access to the API, the live socket and the leg in a running call', async () => {
  const observer = await signIn()
  const grace = await signIn(observer.teamId)
  const socket = await openLiveSocket(grace)
  const started = await phone('POST', '/calls', grace, { to: '+15550100', handsetId: randomUUID() })
  expect((await phone('GET', '/me', grace)).status).toBe(200)
  await using database = await connectToDatabase({ kind: 'embedded', dataDirectory: app.dataDirectory })
  const listDeliveries = async (state: string) =>
    (
      await database.pool.query(
        `select type from accounts.webhook_deliveries delivery
         join accounts.webhook_events event on event.id = delivery.event_id where state = $1`,
        [state],
      )
    ).rows
  await expect.poll(() => listDeliveries('pending'), { timeout: 20_000 }).toEqual([])
  // Nothing listens at this port. The next start of the product writes the correct URL again.
  const { rowCount } = await database.pool.query(
    "update accounts.webhook_endpoints set url = 'http://127.0.0.1:9/' where project_id = $1",
    [phoneProjectId],
  )
  expect(rowCount).toBe(1)

  await accounts('DELETE', '/auth/sessions/current', {}, asClient(grace.token))

  const limit = { timeout: 40_000, interval: 200 }
  await expect.poll(async () => (await phone('GET', '/me', grace)).status, limit).toBe(401)
  await expect.poll(() => socket.readyState, limit).toBe(WebSocket.CLOSED)
  const findPhase = async () => (await phone('GET', `/calls/${started.body.call.id}`, observer)).body.phase
  await expect.poll(findPhase, limit).toBe('ended')
  expect(await listDeliveries('pending')).toEqual([{ type: 'session.ended' }])
})

/** Creates a user with two sessions in a workspace, by default as the administrator of a new one. */
async function signIn(teamId?: string): Promise<SignedIn> {
  const email = `${randomUUID()}@example.com`
  const fields = {
    primary_email: email,
    primary_email_verified: true,
    primary_email_auth_enabled: true,
    password,
  }
  const user = await accounts('POST', '/users', fields, asServer())
  const userId: string = user.body.id
  const team = teamId ?? (await accounts('POST', '/teams', { display_name: 'Bakery' }, asServer())).body.id
  await accounts('POST', `/team-memberships/${team}/${userId}`, {}, asServer())
  if (!teamId) await accounts('POST', `/team-permissions/${team}/${userId}/phone_admin`, {}, asServer())
  const createSession = async () =>
    (await accounts('POST', '/auth/sessions', { user_id: userId }, asServer())).body.access_token
  return { userId, teamId: team, token: await createSession(), otherToken: await createSession() }
}

async function openLiveSocket({ token, teamId: workspace }: SignedIn): Promise<WebSocket> {
  const socket = new WebSocket(`${app.phoneUrl.replace('http', 'ws')}/api/v1/live`)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const ready = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
  const ids = { handsetId: randomUUID(), deviceId: randomUUID() }
  socket.send(JSON.stringify({ type: 'hello', accessToken: token, workspace, ...ids }))
  await ready
  return socket
}

function asServer(): Record<string, string> {
  return { 'x-stack-access-type': 'server', 'x-stack-secret-server-key': keys.secretServerKey }
}

function asClient(token: string): Record<string, string> {
  return {
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': keys.publishableClientKey,
    'x-stack-access-token': token,
  }
}

function readSessionId(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).refreshTokenId
}

function accounts(method: string, path: string, body: object | undefined, headers: Record<string, string>) {
  return request(`${app.accountsUrl}/api/v1${path}`, method, body, {
    'x-stack-project-id': phoneProjectId,
    ...headers,
  })
}

function phone(method: string, path: string, { token, teamId }: SignedIn, body?: object) {
  return request(`${app.phoneUrl}/api/v1${path}`, method, body, {
    [accessTokenHeader]: token,
    [workspaceHeader]: teamId,
  })
}

async function request(
  url: string,
  method: string,
  body: object | undefined,
  headers: Record<string, string>,
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect the parsed response.
): Promise<{ readonly status: number; readonly body: any }> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(url, { method, ...sent, headers: { ...type, ...headers } })
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
}
