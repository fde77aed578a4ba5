import { expect } from 'vitest'
import { addAuthenticator } from './authenticator.ts'
import { withOwnApp } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
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

/** Guarantee: a user registers a passkey in the account settings, signs in with it, and removes it. */
for (const width of testedWidths)
  test(`a passkey is registered, used and removed by keyboard, at ${width} px`, async ({
    app,
    openBrowser,
  }) => {
    const { page, context } = await openBrowser({ width })
    const request = await createProjectClient(app)
    await request('PATCH', '/internal/projects/current', { config: { passkey_enabled: true } }, 'admin')
    const { devTools, authenticatorId } = await addAuthenticator(page)
    const email = createUniqueEmail('ada')
    await signUp(page, app, email)
    const settings = `${app.phoneUrl}/handler/account-settings#emails`
    const press = async (name: string) => {
      await page.getByRole('button', { name }).last().focus()
      await page.keyboard.press('Enter')
    }

    await page.goto(settings)
    await page.getByText('Verify a sign-in e-mail first.').first().waitFor()
    await page.goto(await app.inbox.waitForLink(email, '/handler/email-verification'))
    await page.getByText('Your address is verified').waitFor()
    await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.goto(settings)
    await press('Register a passkey')
    await page.getByRole('alert').waitFor()
    await inspectPage(page, 'settings-passkey-failed')
    await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await press('Register a passkey')
    await page.getByText('You can sign in with a passkey.').waitFor()
    await inspectPage(page, 'settings-passkey')

    await page.goto(`${app.phoneUrl}/handler/sign-out`)
    await page.getByText('You are signed out').waitFor()
    await context.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await page.goto(`${app.phoneUrl}/contacts`)
    await press('Use a passkey')
    await page.waitForURL(`${app.phoneUrl}/contacts`)

    await page.goto(settings)
    await press('Remove passkey')
    await page.getByRole('alertdialog').waitFor()
    await inspectPage(page, 'settings-passkey-remove')
    await press('Remove passkey')
    await page.getByText('Sign in with a fingerprint, your face or a security key.').waitFor()
    await page.goto(`${app.phoneUrl}/handler/sign-out`)
    await page.getByText('You are signed out').waitFor()
    await page.goto(`${app.phoneUrl}/handler/sign-in`)
    await press('Use a passkey')
    await page.getByText('This passkey was not accepted.').waitFor()
  })

/** Creates a passkey of the page's host. Runs in the page. */
async function createCredential(options: PublicKeyCredentialCreationOptionsJSON) {
  const rp = { ...options.rp, id: location.hostname }
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({ ...options, rp })
  const created = await navigator.credentials.create({ publicKey })
  return (created as PublicKeyCredential).toJSON()
}
