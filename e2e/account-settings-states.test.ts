import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { withOwnApp } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { createProjectClient } from './project-client.ts'
import { createUniqueEmail, readAccessToken, signUp } from './users.ts'

const test = withOwnApp()

const sections = ['profile', 'emails', 'notifications', 'sessions', 'api-keys', 'teams', 'settings']

/** Guarantee: the account settings fit with text of twice the size, and with many sessions. */
for (const width of testedWidths)
  test(`the account settings fit with 40 sessions and text of 200 %, at ${width} px`, async ({
    app,
    openBrowser,
  }) => {
    const { page } = await openBrowser({ width })
    const request = await createProjectClient(app)
    const config = { passkey_enabled: true, allow_user_api_keys: true }
    await request('PATCH', '/internal/projects/current', { config }, 'admin')
    await signUp(page, app, createUniqueEmail('ada.with.an.address.that.is.longer.than.others'))
    const { id } = await request('GET', '/users/me', undefined, await readAccessToken(page))
    for (let count = 1; count < 40; count++)
      await request('POST', '/auth/sessions', { user_id: id, expires_in_millis: 3_600_000 }, 'admin')

    await page.goto(`${app.phoneUrl}/handler/account-settings#sessions`)
    await page.getByText('This browser').waitFor()
    expect(await page.getByRole('list', { name: 'Active sessions' }).getByRole('listitem').count()).toBe(40)
    await inspectPage(page, 'settings-40-sessions')

    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const section of sections) {
      await openSection(page, section)
      await inspectPage(page, `settings-large-${section}`)
    }
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('dialog').waitFor()
    await inspectPage(page, 'settings-large-dialog')
  })

test('the row of sections scrolls to the current one, also backwards and when the screen is turned', async ({
  app,
  openUser,
}) => {
  const { page } = await openUser('ada', { width: 390 })
  await page.goto(`${app.phoneUrl}/handler/account-settings`)
  await page.getByRole('heading', { level: 1, name: 'My profile' }).waitFor()
  const expectVisible = (section: string) =>
    expect.poll(() => countHiddenPixels(page), { message: section }).toBeLessThan(1)

  for (const size of ['100%', '200%']) {
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize
    }, size)
    for (const section of ['settings', 'profile', 'teams', 'notifications']) {
      await openSection(page, section)
      await expectVisible(section)
    }
  }

  await openSection(page, 'settings')
  await page.setViewportSize({ width: 844, height: 390 })
  await expectVisible('settings')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectVisible('settings')
})

async function openSection(page: Page, section: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, section)
  await page.locator(`a[href="#${section}"][aria-current=page]`).waitFor()
  await page.getByRole('heading', { name: 'Loading' }).waitFor({ state: 'hidden' })
}

/** Returns by how many pixels the link of the current section begins or ends outside of its row. */
function countHiddenPixels(page: Page): Promise<number> {
  return page.locator('nav a[href^="#"][aria-current=page]').evaluate((link) => {
    const row = link.closest('nav')?.getBoundingClientRect()
    const { left, right, width } = link.getBoundingClientRect()
    if (!row) return width
    return Math.max(row.left - left, Math.min(right - row.right, left - row.left))
  })
}

test('signing out in one tab is noticed in the account settings of another', async ({ app, openBrowser }) => {
  const { page, context } = await openBrowser()
  await signUp(page, app, createUniqueEmail('grace'))
  const other = await context.newPage()
  await other.goto(`${app.phoneUrl}/handler/account-settings`)
  await other.getByRole('heading', { level: 1, name: 'My profile' }).waitFor()

  await page.goto(`${app.phoneUrl}/handler/sign-out`)
  await page.getByText('You are signed out').waitFor()

  await other.getByText('Sign in to change your account.').waitFor()
})

test('a change without a connection is explained, and succeeds when the connection is back', async ({
  app,
  openBrowser,
}) => {
  const { page, context } = await openBrowser({ width: 390 })
  await signUp(page, app, createUniqueEmail('linus'))
  await page.goto(`${app.phoneUrl}/handler/account-settings`)
  await page.getByLabel('Display name').fill('Linus')

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('You are offline. Please check your internet connection and try again.').waitFor()
  await inspectPage(page, 'settings-offline')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Save' }).click()

  await page.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  expect(await page.getByLabel('Display name').inputValue()).toBe('Linus')
})
