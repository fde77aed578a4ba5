import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type House, startHouse } from '@parley/dev-env'
import { expect, test } from 'vitest'
import { openHandset } from './browser.ts'
import { accessTokenOf, addressOf, signUp } from './people.ts'

/** Guarantee (PK1, PK2): what a real browser makes of our options is what we take for a passkey. */
test('a browser makes a passkey and signs in with it', async () => {
  await using house = await startHouse()
  await using browser = await openHandset({ toneHz: 700 })
  const { page, context } = browser
  const call = await accountsOf(house)
  await call('PATCH', '/internal/projects/current', { config: { passkey_enabled: true } }, 'admin')
  await signUp(page, house, addressOf('ada'))
  const token = await accessTokenOf(page)
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

  const begun = await call('POST', '/auth/passkey/initiate-passkey-registration', {}, token)
  const credential = await page.evaluate(async (options) => {
    const rp = { ...options.rp, id: location.hostname }
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({ ...options, rp })
    const made = await navigator.credentials.create({ publicKey })
    return (made as PublicKeyCredential).toJSON()
  }, begun.options_json)
  const registered = await call('POST', '/auth/passkey/register', { credential, code: begun.code }, token)
  const kept = await devTools.send('WebAuthn.getCredentials', { authenticatorId })
  const me = await call('GET', '/users/me', undefined, token)

  expect(registered).toEqual({ user_handle: credential.id })
  expect(kept.credentials.map(({ rpId }) => rpId)).toEqual(['localhost'])
  expect(me.passkey_auth_enabled).toBe(true)

  for (const _time of ['the first time', 'and again']) {
    const asked = await call('POST', '/auth/passkey/initiate-passkey-authentication', {})
    const authentication_response = await page.evaluate(async (options) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
        ...options,
        rpId: location.hostname,
      })
      const got = await navigator.credentials.get({ publicKey })
      return (got as PublicKeyCredential).toJSON()
    }, asked.options_json)
    const signedIn = await call('POST', '/auth/passkey/sign-in', {
      authentication_response,
      code: asked.code,
    })
    expect(signedIn.user_id).toBe(me.id)
  }
})

/** Calls the accounts API of the phone's project: as an application for nobody, for whose access token it is, or as an owner. */
async function accountsOf(house: House) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [new URL('../apps/parley/src/command-line.ts', import.meta.url).pathname, 'keys', 'phone'],
    { env: { ...process.env, PARLEY_DATA: house.dataDirectory } },
  )
  const keys = JSON.parse(stdout)
  const { projectId } = await (await fetch(`${house.phoneUrl}/api/v1/client-config`)).json()

  // biome-ignore lint/suspicious/noExplicitAny: a journey reads what it expects and fails where that is not there.
  return async (method: string, path: string, body?: object, as?: string): Promise<any> => {
    const isOwner = as === 'admin'
    const response = await fetch(`${house.accountsUrl}/api/v1${path}`, {
      method,
      headers: {
        'x-stack-project-id': projectId,
        'x-stack-access-type': isOwner ? 'admin' : 'client',
        'x-stack-publishable-client-key': keys.publishableClientKey,
        ...(isOwner ? { 'x-stack-super-secret-admin-key': keys.superSecretAdminKey } : {}),
        ...(as && !isOwner ? { 'x-stack-access-token': as } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return await response.json()
  }
}
