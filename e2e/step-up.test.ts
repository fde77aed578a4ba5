import { addAuthenticator } from './authenticator.ts'
import { type App, withOwnApp } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { makeSignInOld } from './make-sign-in-old.ts'
import { createProjectClient } from './project-client.ts'
import { createUniqueEmail, password, readAccessToken, signUp } from './users.ts'

const test = withOwnApp()

/** Guarantee (SR12): a user confirms a change with each method of the user, on the page of the change. */
for (const width of testedWidths)
  test(`a user confirms with a password, a code and a passkey, at ${width} px`, async ({
    app,
    openBrowser,
  }) => {
    const { page } = await openBrowser({ width })
    const request = await createProjectClient(app)
    await request('PATCH', '/internal/projects/current', { config: { passkey_enabled: true } }, 'admin')
    await addAuthenticator(page)
    const email = createUniqueEmail('ada')
    await signUp(page, app, email)
    await page.goto(await app.inbox.waitForLink(email, '/handler/email-verification'))
    await page.getByText('Your address is verified').waitFor()
    const { id } = await request('GET', '/users/me', undefined, await readAccessToken(page))
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    const byEmail = page.getByRole('switch', { name: 'Sign-in by e-mail' })
    const openEmails = async () => {
      await makeSignInOld(app, id)
      await page.goto(`${app.phoneUrl}/handler/account-settings#emails`)
      await page.reload()
      await byEmail.waitFor()
    }

    await openEmails()
    await byEmail.click()
    await dialog.getByLabel('Password', { exact: true }).waitFor()
    await inspectPage(page, 'settings-step-up-password')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.locator('[role=switch][aria-checked=false]').waitFor()
    await byEmail.click()
    await page.locator('[role=switch][aria-checked=true]').waitFor()
    await page.getByRole('button', { name: 'Register a passkey' }).click()
    await page.getByText('You can sign in with a passkey.').waitFor()

    // Ends all sessions.
    await request('PATCH', `/users/${id}`, { password: null }, 'admin')
    await page.goto(`${app.phoneUrl}/contacts`)
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()
    await openEmails()
    await page.getByText('You have no password.').waitFor()
    await byEmail.click()
    await dialog.getByRole('button', { name: 'Use the passkey' }).waitFor()
    await inspectPage(page, 'settings-step-up-methods')
    await dialog.getByRole('button', { name: 'Use a code by e-mail' }).click()
    await dialog.getByRole('button', { name: `Send a code to ${email}` }).click()
    const field = dialog.getByLabel('Code from the e-mail')
    await field.waitFor()
    await inspectPage(page, 'settings-step-up-code')
    await field.fill(await readCode(app, email))
    await page.keyboard.press('Enter')
    await page.locator('[role=switch][aria-checked=false]').waitFor()

    await openEmails()
    await byEmail.click()
    await dialog.getByRole('button', { name: 'Use the passkey' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('[role=switch][aria-checked=true]').waitFor()
  })

async function readCode({ inbox }: Pick<App, 'inbox'>, email: string): Promise<string> {
  const { text } = await inbox.waitForMessage(email, 'ign in')
  return /\b[0-9A-HJKMNP-TV-Z]{6}\b/.exec(text)?.[0] ?? ''
}
