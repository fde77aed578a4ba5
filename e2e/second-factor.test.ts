import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { createAccountsClient } from './accounts.ts'
import { type App, type Fixture, test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { generateTotp } from './totp.ts'
import { createUniqueEmail, password, readAccessToken, signUp } from './users.ts'

/**
 * Guarantee: a user with a second factor signs in with a code of the authenticator app, or with a recovery
 * code once.
 */
for (const width of testedWidths)
  test(`a user signs in with a second factor, at ${width} px`, async ({ app, openBrowser }) => {
    const { page, email, secret, recoveryCode } = await openUserWithSecondFactor(app, openBrowser, width)
    const signIn = async () => {
      await page.goto(`${app.phoneUrl}/handler/sign-out`)
      await page.getByText('You are signed out').waitFor()
      await page.goto(`${app.phoneUrl}/contacts`)
      await page.getByLabel('E-mail').fill(email)
      await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    }

    await signIn()
    await inspectPage(page, 'mfa')
    await page.keyboard.type('000000')
    await page.getByText('Incorrect code. Please try again.').waitFor()
    await inspectPage(page, 'mfa-wrong-code')
    // The code of the current step was used to set the second factor; the next one is accepted too.
    await page.keyboard.type(generateTotp(secret, 1))
    await page.waitForURL(`${app.phoneUrl}/contacts`)
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()

    await signIn()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByRole('heading', { name: 'Enter a recovery code' }).waitFor()
    await inspectPage(page, 'mfa-recovery')
    await page.keyboard.type(recoveryCode.toUpperCase())
    await page.keyboard.press('Enter')
    await page.waitForURL(`${app.phoneUrl}/contacts`)

    await signIn()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.keyboard.type(recoveryCode)
    await page.keyboard.press('Enter')
    await page.getByText('Use a code that you have not used before.').waitFor()
    await page.goto(`${app.phoneUrl}/contacts`)
    await page.waitForURL(/\/handler\/sign-in/)
  })

/** Signs up a user with a verified e-mail, a second factor and recovery codes. */
async function openUserWithSecondFactor(app: App, openBrowser: Fixture['openBrowser'], width: number) {
  const { page } = await openBrowser({ width })
  const email = createUniqueEmail('linus')
  await signUp(page, app, email)
  const accessToken = await readAccessToken(page)
  await page.goto(await app.inbox.waitForLink(email, '/handler/email-verification'))
  await page.getByText('Your address is verified').waitFor()
  const secret = randomBytes(20)
  const request = await createAccountsClient(app)
  const changes = { totp_secret_base64: secret.toString('base64'), totp_code: generateTotp(secret) }
  const changed = await request('PATCH', '/users/me', changes, accessToken)
  expect(changed.status).toBe(200)
  const created = await request('POST', '/auth/mfa/recovery-codes', undefined, accessToken)
  const [recoveryCode = ''] = (await created.json()).recovery_codes
  return { page, email, secret, recoveryCode }
}
