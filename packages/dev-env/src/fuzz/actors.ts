import { randomUUID } from 'node:crypto'
import { createProjectKeys } from '@parley/account-service'
import { waitUntil } from '@parley/primitives'
import { connectToDatabase } from '@parley/server'
import type { PhoneUnderTest } from '../../../../apps/phone-service/src/testing/test-browser.ts'
import type { TestApp } from '../test-app.ts'

const password = 'correct horse battery staple'

/** A signed-in user of the phone in a running product. */
export interface Actor {
  readonly email: string
  readonly password: string
  readonly userId: string
  readonly accessToken: string
  /** Headers of requests to the phone. */
  readonly phoneHeaders: Readonly<Record<string, string>>
  /** Headers of requests to the account service. */
  readonly accountHeaders: Readonly<Record<string, string>>
}

/** Signs up a new user, who gets a new workspace. */
export async function signUpActor(app: Pick<TestApp, 'phoneUrl' | 'accountsUrl'>): Promise<Actor> {
  const config = await (await fetch(`${app.phoneUrl}/api/v1/client-config`)).json()
  const keys = {
    'x-stack-access-type': 'client',
    'x-stack-project-id': config.projectId,
    'x-stack-publishable-client-key': config.publishableClientKey,
  }
  const email = `ada.${randomUUID()}@example.com`
  const response = await fetch(`${app.accountsUrl}/api/v1/auth/password/sign-up`, {
    method: 'POST',
    headers: { ...keys, 'content-type': 'application/json' },
    body: JSON.stringify({
      email,
      password,
      verification_callback_url: `${app.phoneUrl}/handler/email-verification`,
    }),
  })
  if (!response.ok) throw new Error(`The sign-up returned ${response.status}: ${await response.text()}`)
  const { access_token: accessToken, user_id: userId } = await response.json()
  const token = { 'x-stack-access-token': accessToken }
  return {
    email,
    password,
    userId,
    accessToken,
    phoneHeaders: token,
    accountHeaders: { ...keys, ...token },
  }
}

/** Returns false when a request has ended the session or deleted the user. */
export async function isSignedIn(app: Pick<TestApp, 'accountsUrl'>, actor: Actor): Promise<boolean> {
  const response = await fetch(`${app.accountsUrl}/api/v1/users/me`, { headers: actor.accountHeaders })
  await response.text()
  return Number(response.headers.get('x-stack-actual-status') ?? response.status) === 200
}

/** Allows the workspace of a user to add trunks, as the operator of a product does. */
export async function allowTrunks(app: TestApp, actor: Actor): Promise<void> {
  const readMe = async () => {
    const response = await fetch(`${app.phoneUrl}/api/v1/me`, { headers: actor.phoneHeaders })
    return await response.json()
  }
  const { workspace } = await readMe()
  await using server = await connectToDatabase({ kind: 'embedded', dataDirectory: app.dataDirectory })
  const { secretServerKey } = await createProjectKeys(server, {
    project: 'phone',
    description: 'Test',
    expiresAt: new Date('2126-01-01T00:00:00Z'),
  })
  const response = await fetch(`${app.accountsUrl}/api/v1/teams/${workspace.id}`, {
    method: 'PATCH',
    headers: {
      'x-stack-access-type': 'server',
      'x-stack-project-id': actor.accountHeaders['x-stack-project-id'] ?? '',
      'x-stack-secret-server-key': secretServerKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ server_metadata: { trunks_granted: true } }),
  })
  if (!response.ok)
    throw new Error(`The change of the team returned ${response.status}: ${await response.text()}`)
  // The phone reads the workspace again after some seconds.
  await waitUntil('the workspace may have trunks', async () => (await readMe()).areTrunksGranted === true)
}

/** Returns a product in the form in which the simulated browser of the phone service's tests uses it. */
export function toPhoneUnderTest(app: Pick<TestApp, 'phoneUrl'>, actor: Actor): PhoneUnderTest {
  return {
    service: { url: app.phoneUrl },
    accounts: { tokenFor: async () => actor.accessToken },
    as: () => ({
      get: (path) => requestPhone(app, actor, 'GET', path),
      post: (path, body) => postToPhone(app, actor, path, body),
    }),
  }
}

/** Sends a request to the phone as a user. */
export async function postToPhone(app: Pick<TestApp, 'phoneUrl'>, actor: Actor, path: string, body: unknown) {
  return await requestPhone(app, actor, 'POST', path, body)
}

async function requestPhone(
  app: Pick<TestApp, 'phoneUrl'>,
  actor: Actor,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
) {
  const response = await fetch(`${app.phoneUrl}/api/v1${path}`, {
    method,
    headers: { ...actor.phoneHeaders, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
