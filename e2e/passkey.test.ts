import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { type App, withOwnApp } from './fixture.ts'
import { createUniqueEmail, readAccessToken, signUp } from './users.ts'

const test = withOwnApp()

/** Guarantee (PK1, PK2): the service accepts the passkey that a real browser creates from its options. */
test('a browser creates a passkey and signs in with it', async ({ app, openBrowser }) => {
  const browser = await openBrowser()
  const { page, context } = browser
  const request = await createAccountsClient(app)
  await request('PATCH', '/internal/projects/current', { config: { passkey_enabled: true } }, 'admin')
  await signUp(page, app, createUniqueEmail('ada'))
  const token = await readAccessToken(page)
  const { id } = await request('GET', '/users/me', undefined, token)
  await request('PATCH', `/users/${id}`, { primary_email_verified: true }, 'admin')
  const devTools = await context.newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })

  const initiated = await request('POST', '/auth/passkey/initiate-passkey-registration', {}, token)
  const credential = await page.evaluate(async (options) => {
    const rp = { ...options.rp, id: location.hostname }
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({ ...options, rp })
    const created = await navigator.credentials.create({ publicKey })
    return (created as PublicKeyCredential).toJSON()
  }, initiated.options_json)
  const registered = await request(
    'POST',
    '/auth/passkey/register',
    { credential, code: initiated.code },
    token,
  )
  const stored = await devTools.send('WebAuthn.getCredentials', { authenticatorId })
  const me = await request('GET', '/users/me', undefined, token)

  expect(registered).toEqual({ user_handle: credential.id })
  expect(stored.credentials.map(({ rpId }) => rpId)).toEqual(['localhost'])
  expect(me.passkey_auth_enabled).toBe(true)

  for (const _time of ['first', 'second']) {
    const signInOptions = await request('POST', '/auth/passkey/initiate-passkey-authentication', {})
    const authentication_response = await page.evaluate(async (options) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
        ...options,
        rpId: location.hostname,
      })
      const got = await navigator.credentials.get({ publicKey })
      return (got as PublicKeyCredential).toJSON()
    }, signInOptions.options_json)
    const signedIn = await request('POST', '/auth/passkey/sign-in', {
      authentication_response,
      code: signInOptions.code,
    })
    expect(signedIn.user_id).toBe(me.id)
  }
})

/** Returns a function that sends requests to the accounts API of the phone's project: without a user, with an access token, or as `admin`. */
async function createAccountsClient(app: App) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [new URL('../apps/parley/src/command-line.ts', import.meta.url).pathname, 'keys', 'phone'],
    { env: { ...process.env, PARLEY_DATA: app.dataDirectory } },
  )
  const keys = JSON.parse(stdout)
  const { projectId } = await (await fetch(`${app.phoneUrl}/api/v1/client-config`)).json()

  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields that it expects, and fails where they are missing.
  return async (method: string, path: string, body?: object, as?: string): Promise<any> => {
    const isAdmin = as === 'admin'
    const response = await fetch(`${app.accountsUrl}/api/v1${path}`, {
      method,
      headers: {
        'x-stack-project-id': projectId,
        'x-stack-access-type': isAdmin ? 'admin' : 'client',
        'x-stack-publishable-client-key': keys.publishableClientKey,
        ...(isAdmin ? { 'x-stack-super-secret-admin-key': keys.superSecretAdminKey } : {}),
        ...(as && !isAdmin ? { 'x-stack-access-token': as } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
    return await response.json()
  }
}
