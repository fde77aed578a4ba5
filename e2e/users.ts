import { grantTrunks } from '@parley/account-service'
import type { TestApp } from '@parley/dev-env'
import { connectToDatabase } from '@parley/server'
import type { Page } from 'playwright-core'
import type { TestBrowser } from './browser.ts'

let count = 0

/** Returns an e-mail address that no other user of this run has. */
export function createUniqueEmail(name: string): string {
  count++
  return `${name}.${process.pid}.${count}@example.com`
}

export const password = 'correct horse battery'

/** Creates an account on the sign-up page, and waits for the phone. */
export async function signUp(page: Page, app: Pick<TestApp, 'phoneUrl'>, email: string): Promise<void> {
  await page.goto(`${app.phoneUrl}/handler/sign-up`)
  // Users are shown by their e-mail, which identifies them in the tests of a run.
  await page.getByLabel('Name').fill(email)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${app.phoneUrl}/`)
}

/** Signs in on the sign-in page, and waits for the phone. */
export async function signIn(page: Page, app: Pick<TestApp, 'phoneUrl'>, email: string): Promise<void> {
  await page.goto(`${app.phoneUrl}/`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${app.phoneUrl}/`)
}

/** A user in a browser. */
export interface User extends TestBrowser {
  readonly name: string
  readonly email: string
  /** The personal number, in E.164. */
  readonly number: string
  readonly toneHz: number
}

/** The tone that each user's microphone plays, in Hz. They are far from each other and from line tones. */
export const userTonesHz = { ada: 700, grace: 1_150, linus: 1_750, hedy: 2_300 } as const

/** Signs up a new user in an open browser. */
export async function signUpUser(
  browser: TestBrowser,
  app: Pick<TestApp, 'phoneUrl'>,
  name: keyof typeof userTonesHz,
): Promise<User> {
  const email = createUniqueEmail(name)
  await signUp(browser.page, app, email)
  const me = await requestPhone(browser.page, 'GET', '/me')
  return { ...browser, name, email, number: me.numbers[0].number, toneHz: userTonesHz[name] }
}

/** Allows the workspace of a page to have trunks, as the operator's command line does. */
export async function allowTrunks(
  page: Page,
  { dataDirectory }: Pick<TestApp, 'dataDirectory'>,
): Promise<void> {
  const { user, workspace } = await requestPhone(page, 'GET', '/me')
  await using database = await connectToDatabase({ kind: 'embedded', dataDirectory })
  await grantTrunks(database, workspace.id, true)
  // A user without a verified e-mail cannot call through a trunk.
  await database.pool.query(
    'update accounts.contact_channels set is_verified = true where user_id = $1 and is_primary',
    [user.id],
  )
  while (!(await requestPhone(page, 'GET', '/me')).areTrunksGranted) await page.waitForTimeout(200)
}

/**
 * Sends a request to the phone's API as the user of the page. For preparation and checks only, not for the
 * behaviour under test.
 */
// biome-ignore lint/suspicious/noExplicitAny: a test reads the fields that it expects, and fails where they are missing.
export async function requestPhone(page: Page, method: string, path: string, body?: object): Promise<any> {
  const accessToken = await readAccessToken(page)
  const { origin } = new URL(page.url())
  const deadline = Date.now() + 60_000
  for (;;) {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        'x-stack-access-token': accessToken,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (response.ok) return await response.json()
    // On a busy machine a request may wait for a connection to the database for too long.
    if (response.status !== 503 || method !== 'GET' || Date.now() > deadline)
      throw new Error(`${method} ${path} returned ${response.status}`)
    await page.waitForTimeout(1_000)
  }
}

/** Returns a new access token of the browser's session, which no script can read from a cookie. */
export async function readAccessToken(page: Page): Promise<string> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const token = await requestAccessToken(page).catch((error: unknown) => {
      // The page went to another address meanwhile.
      if (String(error).includes('Execution context was destroyed')) return null
      throw error
    })
    if (token) return token
    await page.waitForTimeout(50)
  }
  throw new Error('The browser has no session.')
}

function requestAccessToken(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const headers = { 'x-parley-session': '1' }
    const response = await fetch('/api/v1/session', {
      method: 'POST',
      headers,
      body: JSON.stringify({ action: 'refresh' }),
    })
    return ((await response.json()) as { access_token: string | null }).access_token
  })
}
