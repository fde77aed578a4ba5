import { startTestPhone } from '@parley/simulated-pstn/testing'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { messages } from './calling.ts'
import { type App, test } from './fixture.ts'
import { isDark } from './inspect-page.ts'
import { measureTones, recordTones } from './ring-tones.ts'
import { addTrunk } from './trunks.ts'
import { requestPhone } from './users.ts'

const own = '+12025550167'
const classicHz = [523, 659]
const chimeHz = [784, 988]
const fullAmplitude = 0.25

async function openSettings(page: Page, { phoneUrl }: App): Promise<void> {
  await page.goto(`${phoneUrl}/settings`)
  await page.getByRole('heading', { name: messages['settings.title'] }).waitFor()
}

/** Chooses a setting by its labels, and waits until it is saved. */
async function choose(page: Page, field: string, label: string): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByLabel(field, { exact: true }).selectOption({ label })
  expect((await saved).ok()).toBe(true)
}

/** Guarantee: calls ring as the user has chosen, in the page and after it is loaded again. */
test('a user chooses another ringtone and a lower volume, with which calls ring, also after a reload', async ({
  app,
  openUser,
}) => {
  await using telephone = await startTestPhone()
  const ada = await openUser('ada')
  const { page } = ada
  await addTrunk(app, ada, own, telephone.port)
  await page.addInitScript(recordTones)
  await openSettings(page, app)
  /** Returns how loud each tone is when a call rings, in percent, rounded to quarters. */
  const ring = async () => {
    const call = await telephone.call(own, '+12025550177', app.sip.port)
    await page.getByRole('alertdialog').waitFor()
    const amplitudes = await measureTones(page, [...classicHz, ...chimeHz])
    await call.hangUp()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    return amplitudes.map((amplitude) => Math.round((amplitude / fullAmplitude) * 4) * 25)
  }

  await choose(page, messages['ringtone.volume'], '100 %')
  expect(await ring()).toEqual([100, 100, 0, 0])
  await choose(page, messages['ringtone.ringtone'], messages['ringtone.chime'])
  await choose(page, messages['ringtone.volume'], '50 %')
  expect(await ring()).toEqual([0, 0, 50, 50])
  await page.reload()
  expect(await ring()).toEqual([0, 0, 50, 50])
})

test('a user chooses a theme, whose colours the page has, also after a reload and against the device', async ({
  app,
  openUser,
}) => {
  const { page } = await openUser('ada', { colorScheme: 'light' })
  await openSettings(page, app)
  expect(await page.evaluate(isDark)).toBe(false)
  await choose(page, messages['theme.theme'], messages['theme.dark'])
  await expect.poll(() => page.evaluate(isDark), { timeout: 30_000 }).toBe(true)
  // The settings are not known before they are loaded.
  await page.route('**/api/v1/me/settings', () => new Promise(() => {}))
  await page.reload()
  await page.getByRole('navigation').first().waitFor()
  expect(await page.evaluate(isDark)).toBe(true)
  await page.unroute('**/api/v1/me/settings')

  await page.emulateMedia({ colorScheme: 'dark' })
  await openSettings(page, app)
  await choose(page, messages['theme.theme'], messages['theme.light'])
  await expect.poll(() => page.evaluate(isDark), { timeout: 30_000 }).toBe(false)
  await choose(page, messages['theme.theme'], messages['theme.system'])
  await expect.poll(() => page.evaluate(isDark), { timeout: 30_000 }).toBe(true)
})

/** Guarantee: a link of another page can fill the dial pad, and never calls. */
test('a link to a telephone fills the dial pad, and does not call', async ({ app, openUser }) => {
  const { page, context } = await openUser('ada', { isWholeBrowser: true })
  await openSettings(page, app)
  const session = await context.newCDPSession(page)
  await session.send('Page.setRPHRegistrationMode', { mode: 'autoAccept' })
  await page.getByRole('button', { name: messages['links.register'] }).click()
  await page.getByText(messages['links.asked'], { exact: true }).first().waitFor()

  await page.route('https://shop.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<a href="tel:+1-202-456-0168;ext=12">Call us</a>' }),
  )
  await page.goto('https://shop.example/')
  await page.getByRole('link', { name: 'Call us' }).click()
  const box = page.getByRole('textbox', { name: messages['dial.box'] })
  await box.waitFor()
  expect(await box.inputValue()).toBe('+1 202 456 0168 ext 12')
  await page.getByText(messages['status.ready'], { exact: true }).first().waitFor()
  expect((await requestPhone(page, 'GET', '/calls')).items).toEqual([])
})
