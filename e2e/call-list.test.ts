import { type House, startHouse } from '@parley/dev-env'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dial, latestCall, livePanel, numbers, until, words } from './calling.ts'
import { newPerson } from './people.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house?.[Symbol.asyncDispose]())

const scrolledTo = (page: Page) => page.locator('#main').evaluate((main) => Math.round(main.scrollTop))

test('a call of the list opens over the list, and closing it leaves the list where it was', async () => {
  await using ada = await newPerson(house, 'ada')
  const { page } = ada
  for (const number of [numbers.busy, numbers.rejects]) {
    await dial(page, house, number)
    await until('the end of the call', async () => (await latestCall(page))?.endedAt)
    await livePanel(page).getByRole('button', { name: words['common.close'] }).click()
    await livePanel(page).waitFor({ state: 'detached' })
  }
  const { id } = await latestCall(page)

  await page.setViewportSize({ width: 1280, height: 260 })
  await page.goto(`${house.phoneUrl}/`)
  const row = page.locator(`#main a[href*="${id}"]`)
  await row.evaluate((link) => link.scrollIntoView({ block: 'center' }))
  const before = await scrolledTo(page)
  expect(before).toBeGreaterThan(0)
  await row.click()

  const drawer = page.getByRole('dialog')
  await drawer.getByText(words['call.participants']).waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/?call=${id}`)
  expect(await scrolledTo(page)).toBe(before)

  await drawer.getByRole('button', { name: words['common.close'], exact: true }).click()
  await drawer.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/')
  expect(await scrolledTo(page)).toBe(before)

  await page.goto(`${house.phoneUrl}/calls/${id}`)
  await drawer.getByText(words['call.participants']).waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/contacts?call=${id}`)
})

test('the account menu names the person once, however little is known', async () => {
  await using ada = await newPerson(house, 'ada')

  await ada.page.getByRole('button', { name: words['account.menu'].replace('{name}', ada.email) }).click()

  await ada.page.getByRole('menu').waitFor()
  expect(await ada.page.getByRole('menu').getByText(ada.email).count()).toBe(1)
})
