import type { House } from '@parley/dev-env'
import type { Page } from 'playwright-core'
import { type Handset, openHandset } from './browser.ts'

let count = 0

/** An address that nobody else of this run has. */
export function addressOf(name: string): string {
  count++
  return `${name}.${process.pid}.${count}@example.com`
}

export const password = 'correct horse battery'

/** Signs up at the page that asks for it, and ends in the phone. */
export async function signUp(page: Page, house: House, email: string): Promise<void> {
  await page.goto(`${house.phoneUrl}/handler/sign-up`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${house.phoneUrl}/`)
}

export interface Person extends Handset {
  readonly name: string
  readonly email: string
  /** The number that the carrier gave, in E.164. */
  readonly number: string
  readonly toneHz: number
}

/** What each person "says" for as long as their microphone is on, in Hz; far from each other and from line tones. */
export const toneOf = { ada: 700, grace: 1_150, linus: 1_750, hedy: 2_300 } as const

/** A person with a browser of their own who has just signed up and looks at the phone. */
export async function newPerson(
  house: House,
  name: keyof typeof toneOf,
  options: Partial<Parameters<typeof openHandset>[0]> = {},
): Promise<Person> {
  const handset = await openHandset({ toneHz: toneOf[name], ...options })
  const email = addressOf(name)
  await signUp(handset.page, house, email)
  const me = await callPhone(handset.page, 'GET', '/me')
  return { ...handset, name, email, number: me.numbers[0].number, toneHz: toneOf[name] }
}

/** Asks the phone's API as the person who is signed in on the page: for what a journey wants to know, never for what it does. */
// biome-ignore lint/suspicious/noExplicitAny: a journey reads what it expects and fails where that is not there.
export async function callPhone(page: Page, method: string, path: string, body?: object): Promise<any> {
  const accessToken = await accessTokenOf(page)
  const { origin } = new URL(page.url())
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { 'x-stack-access-token': accessToken, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`)
  return await response.json()
}

/** The token in the cookie that the kit keeps: a JSON array of refresh and access token. */
export async function accessTokenOf(page: Page): Promise<string> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'stack-access')
    if (cookie) return (JSON.parse(decodeURIComponent(cookie.value)) as [string, string])[1]
    await page.waitForTimeout(50)
  }
  throw new Error('The page keeps no access token.')
}
