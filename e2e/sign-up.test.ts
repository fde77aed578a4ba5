import type { InboxReader } from '@parley/dev-env'
import { expect } from 'vitest'
import { test } from './fixture.ts'
import { inspectPage } from './inspect-page.ts'
import { createUniqueEmail, password, signUp } from './users.ts'

/**
 * Guarantee: a new user signs up by password, returns to the requested page, and verifies the e-mail address
 * by the link in the e-mail.
 */
test('a new user signs up by password and verifies the e-mail address', async ({ app, openBrowser }) => {
  const browser = await openBrowser()
  const { page } = browser
  const email = createUniqueEmail('ada')

  await page.goto(`${app.phoneUrl}/contacts`)
  await page.waitForURL(/\/handler\/sign-in\?.*after_auth_return_to/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill('Ada Brandt')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${app.phoneUrl}/contacts`)
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()

  await page.goto(await app.inbox.waitForLink(email, '/handler/email-verification'))
  await page.getByText('Your address is verified').waitFor()
  expect(browser.errors).toEqual([])
})

test('a new user signs up by magic link, and signs in again with the code in the e-mail', async ({
  app,
  openBrowser,
}) => {
  const browser = await openBrowser({ toneHz: 1_150 })
  const { page } = browser
  const email = createUniqueEmail('grace')
  const requestLink = async () => {
    await page.goto(`${app.phoneUrl}/handler/sign-in`)
    await page.getByRole('tab', { name: 'Magic link' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('Check your inbox.').waitFor()
  }

  await requestLink()
  const first = await app.inbox.waitForMessage(email)
  await page.goto(await app.inbox.waitForLink(email, '/handler/magic-link-callback'))
  await page.getByRole('heading', { name: 'What is your name?' }).waitFor()
  await inspectPage(page, 'name')
  await page.keyboard.type('Grace Hopper')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${app.phoneUrl}/`)
  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()

  await page.goto(`${app.phoneUrl}/handler/sign-out`)
  await page.getByText('You are signed out').waitFor()
  await requestLink()
  await page.getByLabel('Code').fill(await waitForNextCode(app.inbox, email, first.id))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${app.phoneUrl}/`)
  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
})

/**
 * Guarantee (CO6): the link in an e-mail alone does not sign in; its code works only in the browser that
 * requested it.
 */
test('CO6: a magic link opened in another browser shows the code, which signs in the browser that requested it', async ({
  app,
  openBrowser,
}) => {
  const first = await openBrowser()
  const second = await openBrowser({ toneHz: 1_150 })
  const email = createUniqueEmail('hedy')
  await first.page.goto(`${app.phoneUrl}/handler/sign-in`)
  await first.page.getByRole('tab', { name: 'Magic link' }).click()
  await first.page.getByLabel('E-mail').fill(email)
  await first.page.getByRole('button', { name: 'Send link' }).click()
  await first.page.getByText('Check your inbox.').waitFor()

  await second.page.goto(await app.inbox.waitForLink(email, '/handler/magic-link-callback'))
  await second.page.getByText('This link was requested in another browser').waitFor()
  const advice = await second.page.getByText(/Enter the code [0-9A-Z]{6} on the page/).textContent()
  await second.page.goto(`${app.phoneUrl}/contacts`)
  await second.page.waitForURL(/\/handler\/sign-in/)

  await first.page.getByLabel('Code').fill(/code ([0-9A-Z]{6})/.exec(advice ?? '')?.[1] ?? '')
  await first.page.getByRole('button', { name: 'Sign in' }).click()
  await first.page.getByRole('button', { name: 'Skip' }).click()
  await first.page.waitForURL(`${app.phoneUrl}/`)
  await first.page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
})

test('a magic link for an unverified address is answered by an e-mail with instructions, which work', async ({
  app,
  openBrowser,
}) => {
  const browser = await openBrowser({ toneHz: 1_750 })
  const { page } = browser
  const email = createUniqueEmail('linus')
  await signUp(page, app, email)
  await page.goto(`${app.phoneUrl}/handler/sign-out`)
  await page.getByText('You are signed out').waitFor()
  const requestLink = async () => {
    await page.goto(`${app.phoneUrl}/handler/sign-in`)
    await page.getByRole('tab', { name: 'Magic link' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
  }

  await requestLink()
  await page.getByText('Check your inbox.').waitFor()
  const mail = await app.inbox.waitForMessage(email, 'verify your e-mail first')
  expect(mail.text).toContain('Open the verification e-mail from your sign-up')
  await page.goto(await app.inbox.waitForLink(email, '/handler/email-verification'))
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).and(page.locator('input')).fill(password)
  await page.keyboard.press('Enter')
  await page.getByText('Your address is verified').waitFor()
  await page.goto(`${app.phoneUrl}/handler/sign-out`)
  await page.getByText('You are signed out').waitFor()
  await requestLink()
  await page.goto(await app.inbox.waitForLink(email, '/handler/magic-link-callback'))

  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
})

/** Guarantee: a link to the sign-in page never redirects to another site. */
test('a return URL on another site is not followed', async ({ app, openBrowser }) => {
  const browser = await openBrowser()
  const { page } = browser
  const email = createUniqueEmail('linus')
  await signUp(page, app, email)
  await page.goto(`${app.phoneUrl}/handler/sign-out`)
  await page.getByText('You are signed out').waitFor()

  for (const target of ['https://evil.example.com/', '//evil.example.com/', 'javascript:alert(1)']) {
    await page.goto(`${app.phoneUrl}/handler/sign-in?after_auth_return_to=${encodeURIComponent(target)}`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('You are signed in, but the link leads to another site.').waitFor()
    expect(new URL(page.url()).origin).toBe(app.phoneUrl)
    await page.goto(`${app.phoneUrl}/handler/sign-out`)
    await page.getByText('You are signed out').waitFor()
  }
})

test('a wrong password is rejected with one sentence and a next step', async ({ app, openBrowser }) => {
  const browser = await openBrowser()
  const { page } = browser

  await page.goto(`${app.phoneUrl}/handler/sign-in`)
  await page.getByLabel('E-mail').fill('unknown@example.com')
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await page.getByText('Wrong e-mail or password.').waitFor()
  await page.getByText('A code sent by e-mail always works.').waitFor()
  await page.getByRole('button', { name: 'Sign in with a code instead', exact: true }).waitFor()
})

/** Returns the code of six characters in the next e-mail. */
async function waitForNextCode(inbox: InboxReader, email: string, knownId: string): Promise<string> {
  const until = Date.now() + 20_000
  while (Date.now() < until) {
    const mail = await inbox.waitForMessage(email)
    const code = mail.id === knownId ? null : /\b[0-9A-HJKMNP-TV-Z]{6}\b/.exec(mail.text)?.[0]
    if (code) return code
  }
  throw new Error('No further code arrived.')
}
