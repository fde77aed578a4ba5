import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { dial, getLatestCall, livePanel, messages, numbers, waitUntil } from './calling.ts'
import { test } from './fixture.ts'

const scrolledTo = (page: Page) => page.locator('#main').evaluate((main) => Math.round(main.scrollTop))

test('a call opens over the list, and closing it keeps the scroll position of the list', async ({
  app,
  openUser,
}) => {
  const ada = await openUser('ada')
  const { page } = ada
  for (const number of [numbers.busy, numbers.rejects]) {
    await dial(page, app, number)
    await waitUntil('the end of the call', async () => (await getLatestCall(page))?.endedAt)
    await livePanel(page).getByRole('button', { name: messages['common.close'] }).click()
    await livePanel(page).waitFor({ state: 'detached' })
  }
  const { id } = await getLatestCall(page)

  await page.setViewportSize({ width: 1280, height: 260 })
  await page.goto(`${app.phoneUrl}/`)
  const row = page.locator(`#main a[href*="${id}"]`)
  await row.evaluate((link) => link.scrollIntoView({ block: 'center' }))
  const before = await scrolledTo(page)
  expect(before).toBeGreaterThan(0)
  // The whole row opens the call, not only the name in it.
  await page.locator(`#main li:has(a[href*="${id}"])`).click({ position: { x: 400, y: 28 } })

  const drawer = page.getByRole('dialog')
  await drawer.getByText(messages['call.participants']).waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/?call=${id}`)
  expect(await scrolledTo(page)).toBe(before)

  await drawer.getByRole('button', { name: messages['common.close'], exact: true }).click()
  await drawer.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/')
  expect(await scrolledTo(page)).toBe(before)

  await page.goto(`${app.phoneUrl}/calls/${id}`)
  await drawer.getByText(messages['call.participants']).waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/contacts?call=${id}`)
})

test('on a narrow screen, a number can be added to the contacts from its call', async ({ app, openUser }) => {
  const { page } = await openUser('ada', { width: 390 })
  await dial(page, app, numbers.busy)
  await waitUntil('the end of the call', async () => (await getLatestCall(page))?.endedAt)
  const { id } = await getLatestCall(page)
  await page.goto(`${app.phoneUrl}/?call=${id}`)

  await page.getByRole('dialog').getByRole('link', { name: messages['call.add-contact'] }).click()

  const number = page.getByRole('textbox', { name: messages['contacts.phone'], exact: true })
  await number.waitFor()
  expect((await number.inputValue()).replaceAll(/\D/g, '')).toBe(numbers.busy.slice(1))
})

test('the account menu contains the e-mail address of a user without a name once', async ({ openUser }) => {
  const ada = await openUser('ada')

  await ada.page.getByRole('button', { name: messages['account.menu'].replace('{name}', ada.email) }).click()

  await ada.page.getByRole('menu').waitFor()
  expect(await ada.page.getByRole('menu').getByText(ada.email).count()).toBe(1)
})
