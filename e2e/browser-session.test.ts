import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from './fixture.ts'
import { readAccessToken } from './users.ts'

const cookiePrefix = '__Host-parley-refresh-'

async function findSessionCookie(page: Page) {
  return (await page.context().cookies()).find(({ name }) => name.startsWith(cookiePrefix))
}

/** Reads what a script that an attacker injected could read. */
async function readAsScript(page: Page): Promise<string> {
  return await page.evaluate(() =>
    JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, document.body.innerHTML]),
  )
}

test('SE5, SR14: a script of the page finds no refresh token, and the browser stays signed in after a reload and in a second tab', async ({
  openUser,
}) => {
  const { page } = await openUser('ada')
  const first = await findSessionCookie(page)
  expect(first).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })

  expect(await readAsScript(page)).not.toContain(first?.value ?? '')
  expect(await readAsScript(page)).not.toMatch(/stack-refresh|stack-access/)

  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await tab.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
  const latest = await findSessionCookie(page)
  expect(latest?.value).not.toBe(first?.value)
  expect(await readAsScript(tab)).not.toContain(latest?.value ?? '')
})

test('AS4: a copied cookie that is used after the browser has replaced it signs both out', async ({
  app,
  openUser,
  openBrowser,
}) => {
  const { page } = await openUser('grace')
  const copied = await findSessionCookie(page)
  if (!copied) throw new Error('The browser has no session cookie.')
  await readAccessToken(page)
  await readAccessToken(page)

  const thief = (await openBrowser()).page
  await thief.context().addCookies([copied])
  await thief.goto(`${app.phoneUrl}/handler/sign-in`)
  const stolen = await thief.evaluate(async () => {
    const response = await fetch('/api/v1/session', {
      method: 'POST',
      headers: { 'x-parley-session': '1' },
      body: JSON.stringify({ action: 'refresh' }),
    })
    return await response.json()
  })
  expect(stolen).toEqual({ access_token: null })

  await page.reload()
  await page.waitForURL(/\/handler\/sign-in/)
})

test('signing out in one tab signs out the other and removes the cookie', async ({ app, openUser }) => {
  const { page } = await openUser('hedy')
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await tab.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()

  await page.goto(`${app.phoneUrl}/handler/sign-out`)
  await page.getByText('You are signed out').waitFor()

  await tab.waitForURL(/\/handler\/sign-in/)
  expect(await findSessionCookie(page)).toBeUndefined()
})
