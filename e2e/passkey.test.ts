import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { withOwnApp } from './fixture.ts'
import { inspectPage } from './inspect-page.ts'
import { createProjectClient } from './project-client.ts'
import { createUniqueEmail, readAccessToken, signUp } from './users.ts'

const test = withOwnApp()

/** Guarantee (PK1, PK2): the service accepts the passkey that a real browser creates from its options. */
test('a browser creates a passkey and signs in with it', async ({ app, openBrowser }) => {
  const browser = await openBrowser()
  const { page } = browser
  const request = await createProjectClient(app)
  await request('PATCH', '/internal/projects/current', { config: { passkey_enabled: true } }, 'admin')
  await signUp(page, app, createUniqueEmail('ada'))
  const token = await readAccessToken(page)
  const { id } = await request('GET', '/users/me', undefined, token)
  await request('PATCH', `/users/${id}`, { primary_email_verified: true }, 'admin')
  const { devTools, authenticatorId } = await addAuthenticator(page)

  const initiated = await request('POST', '/auth/passkey/initiate-passkey-registration', {}, token)
  const credential = await page.evaluate(createCredential, initiated.options_json)
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

/** Guarantee: a user with a passkey signs in on the page, with the button or the suggestions of the input. */
for (const way of ['button', 'suggestion'] as const)
  test(`a user signs in with a passkey on the sign-in page, by ${way}`, async ({ app, openBrowser }) => {
    const { page, context } = await openBrowser()
    const request = await createProjectClient(app)
    await request('PATCH', '/internal/projects/current', { config: { passkey_enabled: true } }, 'admin')
    // Without suggestions, the authenticator does not sign in before the button is clicked.
    if (way === 'button')
      await context.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = async () => false
      })
    await addAuthenticator(page)
    await signUp(page, app, createUniqueEmail('ada'))
    const token = await readAccessToken(page)
    const { id } = await request('GET', '/users/me', undefined, token)
    await request('PATCH', `/users/${id}`, { primary_email_verified: true }, 'admin')
    const initiated = await request('POST', '/auth/passkey/initiate-passkey-registration', {}, token)
    const credential = await page.evaluate(createCredential, initiated.options_json)
    await request('POST', '/auth/passkey/register', { credential, code: initiated.code }, token)
    await page.goto(`${app.phoneUrl}/handler/sign-out`)
    await page.getByText('You are signed out').waitFor()

    await page.goto(`${app.phoneUrl}/contacts`)
    await page.waitForURL(/\/handler\/sign-in/)
    if (way === 'button') {
      await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
      await inspectPage(page, 'sign-in-passkey')
      await page.getByRole('button', { name: 'Use a passkey' }).click()
    }
    await page.waitForURL(`${app.phoneUrl}/contacts`)

    expect((await request('GET', '/users/me', undefined, await readAccessToken(page))).id).toBe(id)
  })

/** Adds a virtual authenticator that needs no user to a browser. */
async function addAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page)
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
  return { devTools, authenticatorId }
}

/** Creates a passkey of the page's host. Runs in the page. */
async function createCredential(options: PublicKeyCredentialCreationOptionsJSON) {
  const rp = { ...options.rp, id: location.hostname }
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({ ...options, rp })
  const created = await navigator.credentials.create({ publicKey })
  return (created as PublicKeyCredential).toJSON()
}
