import { type House, startHouse } from '@parley/dev-env'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHandset } from './browser.ts'
import { addressOf, password, signUp } from './people.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house?.[Symbol.asyncDispose]())

/** Guarantee: a stranger signs up by password, comes back to where they were, and their address is verified by the mail's link. */
test('a new person signs up by password and verifies the address', async () => {
  await using browser = await openHandset({ toneHz: 700 })
  const { page } = browser
  const email = addressOf('ada')

  await page.goto(`${house.phoneUrl}/contacts`)
  await page.waitForURL(/\/handler\/sign-in\?.*after_auth_return_to/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${house.phoneUrl}/contacts`)
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()

  await page.goto(await house.inbox.linkTo(email, '/handler/email-verification'))
  await page.getByText('Your address is verified').waitFor()
  expect(browser.complaints).toEqual([])
})

test('another signs up by the magic link of the inbox, and comes back with the code of the mail', async () => {
  await using browser = await openHandset({ toneHz: 1_150 })
  const { page } = browser
  const email = addressOf('grace')
  const askForLink = async () => {
    await page.goto(`${house.phoneUrl}/handler/sign-in`)
    await page.getByRole('tab', { name: 'Magic link' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('Look into your inbox.').waitFor()
  }

  await askForLink()
  const first = await house.inbox.latestTo(email)
  await page.goto(await house.inbox.linkTo(email, '/handler/magic-link-callback'))
  await page.waitForURL(`${house.phoneUrl}/`)
  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()

  await page.goto(`${house.phoneUrl}/handler/sign-out`)
  await page.getByText('You are signed out').waitFor()
  await askForLink()
  await page.getByLabel('Code').fill(await codeOfNextMail(email, first.id))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${house.phoneUrl}/`)
  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
})

/** Guarantee (CO6): whoever has only the mail's link is signed in nowhere; its code belongs to the browser that asked. */
test('CO6: a magic link opened in another browser shows the code, which signs in where it was asked for', async () => {
  await using first = await openHandset({ toneHz: 700 })
  await using second = await openHandset({ toneHz: 1_150 })
  const email = addressOf('hedy')
  await first.page.goto(`${house.phoneUrl}/handler/sign-in`)
  await first.page.getByRole('tab', { name: 'Magic link' }).click()
  await first.page.getByLabel('E-mail').fill(email)
  await first.page.getByRole('button', { name: 'Send link' }).click()
  await first.page.getByText('Look into your inbox.').waitFor()

  await second.page.goto(await house.inbox.linkTo(email, '/handler/magic-link-callback'))
  await second.page.getByText('This link belongs to another browser').waitFor()
  const advice = await second.page.getByText(/Type the code [0-9A-Z]{6} on the page/).textContent()
  await second.page.goto(`${house.phoneUrl}/contacts`)
  await second.page.waitForURL(/\/handler\/sign-in/)

  await first.page.getByLabel('Code').fill(/code ([0-9A-Z]{6})/.exec(advice ?? '')?.[1] ?? '')
  await first.page.getByRole('button', { name: 'Sign in' }).click()
  await first.page.waitForURL(`${house.phoneUrl}/`)
  await first.page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
})

test('a link asked for before the address is verified is answered by a mail with what to do, and that works', async () => {
  await using browser = await openHandset({ toneHz: 1_750 })
  const { page } = browser
  const email = addressOf('linus')
  await signUp(page, house, email)
  await page.goto(`${house.phoneUrl}/handler/sign-out`)
  await page.getByText('You are signed out').waitFor()
  const askForLink = async () => {
    await page.goto(`${house.phoneUrl}/handler/sign-in`)
    await page.getByRole('tab', { name: 'Magic link' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
  }

  await askForLink()
  await page.getByText('Look into your inbox.').waitFor()
  const mail = await house.inbox.latestTo(email, 'verify your e-mail first')
  expect(mail.text).toContain('Open the verification e-mail from your sign-up')
  await page.goto(await house.inbox.linkTo(email, '/handler/email-verification'))
  await page.getByText('Your address is verified').waitFor()
  await askForLink()
  await page.goto(await house.inbox.linkTo(email, '/handler/magic-link-callback'))

  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
})

/** Guarantee: a link to our sign-in page never leads to somebody else's site. */
test('a return target on another site is not followed', async () => {
  await using browser = await openHandset({ toneHz: 700 })
  const { page } = browser
  const email = addressOf('linus')
  await signUp(page, house, email)
  await page.goto(`${house.phoneUrl}/handler/sign-out`)
  await page.getByText('You are signed out').waitFor()

  for (const target of ['https://evil.example.com/', '//evil.example.com/', 'javascript:alert(1)']) {
    await page.goto(`${house.phoneUrl}/handler/sign-in?after_auth_return_to=${encodeURIComponent(target)}`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('You are signed in, but the link leads to another site.').waitFor()
    expect(new URL(page.url()).origin).toBe(house.phoneUrl)
    await page.goto(`${house.phoneUrl}/handler/sign-out`)
    await page.getByText('You are signed out').waitFor()
  }
})

test('a wrong password is refused in one sentence with a way on', async () => {
  await using browser = await openHandset({ toneHz: 700 })
  const { page } = browser

  await page.goto(`${house.phoneUrl}/handler/sign-in`)
  await page.getByLabel('E-mail').fill('nobody@example.com')
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await page.getByText('Wrong e-mail or password.').waitFor()
  await page.getByText('Check both, or have a link sent to you.').waitFor()
})

/** The six characters that stand alone in a line of the text. */
async function codeOfNextMail(email: string, knownId: string): Promise<string> {
  const until = Date.now() + 20_000
  while (Date.now() < until) {
    const mail = await house.inbox.latestTo(email)
    const code = mail.id === knownId ? null : /\b[0-9A-HJKMNP-TV-Z]{6}\b/.exec(mail.text)?.[0]
    if (code) return code
  }
  throw new Error('No further code came.')
}
