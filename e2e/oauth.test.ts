import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import {
  asPerson,
  type Person,
  providerClient,
  startOpenidProvider,
} from '../apps/account-service/src/oauth/providers/testing/openid-provider.ts'
import { type App, type Fixture, withOwnApp } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { makeSignInOld } from './make-sign-in-old.ts'
import { createProjectClient } from './project-client.ts'
import { generateTotp } from './totp.ts'
import { createUniqueEmail, readAccessToken, signUp } from './users.ts'

const test = withOwnApp({ settings: { PARLEY_OUTBOUND_NETWORKS: '127.0.0.1' } })

const newPerson = (): Person => ({
  sub: `ada-${randomUUID()}`,
  email: createUniqueEmail('ada'),
  email_verified: true,
  name: 'Ada',
})

/** Guarantee: a user signs up and signs in with a provider, with a second factor on the way. */
test('a user signs up with a provider by keyboard, and signs in again with a second factor', async (fixture) => {
  const { app } = fixture
  await using setUp = await startProvider(app)
  const { page, become, request } = await setUp.openBrowser(fixture)
  await become(newPerson())

  await page.goto(`${app.phoneUrl}/contacts`)
  await page.waitForURL(/\/handler\/sign-in/)
  await page.getByRole('button', { name: 'Sign in with Acme' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${app.phoneUrl}/contacts`)
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()

  const secret = randomBytes(20)
  const changes = { totp_secret_base64: secret.toString('base64'), totp_code: generateTotp(secret) }
  await request('PATCH', '/users/me', changes, await readAccessToken(page))
  await page.goto(`${app.phoneUrl}/handler/sign-out`)
  await page.getByText('You are signed out').waitFor()

  await page.goto(`${app.phoneUrl}/contacts`)
  await page.getByRole('button', { name: 'Sign in with Acme' }).click()
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
  // The code of the current step was used to set the second factor; the next one is accepted too.
  await page.keyboard.type(generateTotp(secret, 1))
  await page.waitForURL(`${app.phoneUrl}/contacts`)
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()
})

/** Guarantee: a user links an account in the account settings, signs in with it, and unlinks it. */
for (const width of testedWidths)
  test(`a user connects an account, signs in with it and disconnects it, at ${width} px`, async (fixture) => {
    const { app } = fixture
    await using setUp = await startProvider(app)
    const { page, become } = await setUp.openBrowser(fixture, width)
    const email = createUniqueEmail('grace')
    await signUp(page, app, email)
    const settings = `${app.phoneUrl}/handler/account-settings#emails`
    const open = async () => {
      await page.goto(settings)
      await page.reload()
      await page.getByRole('button', { name: /Acme$/ }).first().waitFor()
    }

    await open()
    await page.getByRole('button', { name: 'Connect Acme' }).click()
    await page.getByText('Verify your e-mail address first.').waitFor()
    await page.goto(await app.inbox.waitForLink(email, '/handler/email-verification'))
    await page.getByText('Your address is verified').waitFor()
    await become(null)
    await open()
    await page.getByRole('button', { name: 'Connect Acme' }).click()
    await page.getByRole('heading', { name: 'OAuth provider access denied' }).waitFor()
    await inspectPage(page, 'settings-connect-denied')
    await page.getByRole('link', { name: 'Account settings' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()

    const person = newPerson()
    await become(person)
    await open()
    await page.getByRole('button', { name: 'Connect Acme' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(String(person.email)).waitFor()
    expect(page.url()).toBe(settings)
    await inspectPage(page, 'settings-connected')

    await page.goto(`${app.phoneUrl}/handler/sign-out`)
    await page.getByText('You are signed out').waitFor()
    await page.goto(`${app.phoneUrl}/contacts`)
    await page.getByRole('button', { name: 'Sign in with Acme' }).click()
    await page.waitForURL(`${app.phoneUrl}/contacts`)

    await open()
    await page.getByRole('button', { name: 'Disconnect: Acme' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('button', { name: 'Connect Acme' }).waitFor()
  })

/** Guarantee (SR12): a user who has only an account of a provider confirms a change there. */
test('a user without a password confirms a change at the provider, and not with another account', async (fixture) => {
  const { app } = fixture
  await using setUp = await startProvider(app)
  const { page, become, request } = await setUp.openBrowser(fixture)
  const person = newPerson()
  await become(person)
  await page.goto(`${app.phoneUrl}/handler/sign-in`)
  await page.getByRole('button', { name: 'Sign in with Acme' }).click()
  await page.waitForURL(`${app.phoneUrl}/`)
  const { id } = await request('GET', '/users/me', undefined, await readAccessToken(page))
  // The provider remains as the only method.
  await request('PATCH', `/users/${id}`, { otp_auth_enabled: false }, 'admin')
  await makeSignInOld(app, id)
  const settings = `${app.phoneUrl}/handler/account-settings#emails`
  const confirm = async () => {
    await page.goto(settings)
    await page.getByRole('switch', { name: 'Sign-in by e-mail' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in with Acme' }).click()
  }

  await become(newPerson())
  await confirm()
  await page.getByRole('heading', { name: 'That was another account' }).waitFor()
  await inspectPage(page, 'oauth-other-account')
  await become(person)
  await confirm()
  await page.waitForURL(settings)
  await page.getByRole('switch', { name: 'Sign-in by e-mail' }).click()

  await page.getByText('Saved', { exact: true }).waitFor()
  expect((await request('GET', '/users/me', undefined, await readAccessToken(page))).id).toBe(id)
})

/** Guarantee: two tabs can sign in with a provider at the same time. */
test('sign-ins that are begun in two tabs both complete', async (fixture) => {
  const { app } = fixture
  await using setUp = await startProvider(app)
  const { page, context, become } = await setUp.openBrowser(fixture)
  await become(newPerson())
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`${app.phoneUrl}/handler/sign-in`)
    await tab.getByRole('button', { name: 'Sign in with Acme' }).waitFor()
  }

  await Promise.all(
    [page, other].map(async (tab) => {
      await tab.getByRole('button', { name: 'Sign in with Acme' }).click()
      await tab.waitForURL(`${app.phoneUrl}/`)
    }),
  )
})

/** Guarantee (C97): a callback URL of another browser does not sign in. */
for (const width of testedWidths)
  test(`providers, a refusal and a foreign callback are explained, at ${width} px`, async (fixture) => {
    const { app } = fixture
    await using setUp = await startProvider(app)
    const { page, become } = await setUp.openBrowser(fixture, width)
    await become(null)

    await page.goto(`${app.phoneUrl}/handler/sign-up`)
    await page.getByRole('button', { name: 'Sign up with Acme' }).waitFor()
    await inspectPage(page, 'sign-up-providers')
    await page.goto(`${app.phoneUrl}/handler/sign-in`)
    await page.getByRole('button', { name: 'Sign in with Google' }).waitFor()
    await inspectPage(page, 'sign-in-providers')
    await page.getByRole('button', { name: 'Sign in with Acme' }).click()
    await page.getByRole('heading', { name: 'OAuth provider access denied' }).waitFor()
    await inspectPage(page, 'oauth-denied')

    await page.goto(`${app.phoneUrl}/handler/oauth-callback?code=stolen&state=unknown`)
    await page.getByRole('heading', { name: 'This sign-in did not start in this browser' }).waitFor()
    await inspectPage(page, 'oauth-callback-foreign')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/handler/sign-in')
  })

/**
 * Starts an OpenID Connect provider and adds it to the project of the phone, beside three that everyone
 * knows.
 */
async function startProvider(app: App) {
  const provider = await startOpenidProvider({
    redirectUris: [`${app.accountsUrl}/api/v1/auth/oauth/callback/acme`],
  })
  const request = await createProjectClient(app)
  const known = ['google', 'github', 'microsoft'].map((id) => ({
    id,
    type: 'standard',
    client_id: 'parley',
    client_secret: 'not used',
  }))
  await request('PATCH', '/internal/projects/current', { config: { oauth_providers: known } }, 'admin')
  const issuers = [{ id: 'acme', issuer: provider.issuer, ...providerClient }]
  await request('PATCH', '/internal/settings', { oidc_issuers: issuers }, 'admin')

  return {
    async openBrowser({ openBrowser }: Pick<Fixture, 'openBrowser'>, width?: number) {
      const { page, context } = await openBrowser(width === undefined ? {} : { width })
      /** Sets the user who signs in at the provider; null denies consent. */
      const become = (person: Person | null) =>
        context.addCookies(
          Object.entries(asPerson(person)).map(([name, value]) => ({ name, value, url: provider.issuer })),
        )
      return { page, context, become, request }
    },
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  }
}
