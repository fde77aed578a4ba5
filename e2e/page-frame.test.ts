import { expect } from 'vitest'
import { dial, hangUp, livePanel, messages, numbers, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { widths } from './inspect-page.ts'

/** Guarantee: navigation and call panel do not move; only the content between them scrolls. */
for (const width of widths)
  test(`the document does not scroll at ${width} px`, async ({ app, openUser }) => {
    const ada = await openUser('ada', { width })
    for (const path of ['/', '/dial', '/contacts', '/app-config/']) {
      await ada.page.goto(`${app.phoneUrl}${path}`)
      await ada.page.getByRole('heading', { level: 1 }).waitFor()
      const beyond = await ada.page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
      expect({ path, beyond }).toEqual({ path, beyond: 0 })
    }
  })

/** Guarantee: keypad, tools and the button to hang up are visible together, also in a small window. */
test('the call panel with an open tool does not scroll, small and large, at 800 and 720 px of height', async ({
  app,
  openUser,
}) => {
  const linus = await openUser('linus')
  const { page } = linus
  const panel = livePanel(page)
  const expectToFit = async (what: string) => {
    const beyond = await panel.evaluate((element) => element.scrollHeight - element.clientHeight)
    expect({ what, beyond }).toEqual({ what, beyond: 0 })
  }
  await dial(page, app, numbers.echo)
  await waitUntilConnected(page)
  await panel.getByRole('button', { name: messages['live.record'] }).click()
  await panel.getByRole('button', { name: messages['recording.stop'] }).waitFor()

  for (const height of [800, 720]) {
    await page.setViewportSize({ width: 1_280, height })
    for (const tool of ['live.keypad', 'live.add', 'live.audio'] as const) {
      const button = panel.getByRole('button', { name: messages[tool], exact: true })
      await button.click()
      await panel.getByRole('button', { name: messages[tool], pressed: true }).waitFor()
      await expectToFit(`${messages[tool]} at ${height}`)
      await button.click()
    }
    await panel.getByRole('button', { name: messages['live.expand'] }).click()
    await panel.getByRole('list', { name: messages['live.participants'] }).waitFor()
    await expectToFit(`the large panel at ${height}`)
    await panel.getByRole('button', { name: messages['live.minimize'] }).click()
  }
  await hangUp(page)
})

test('the language is changed on the Configure page and back, and the page still works', async ({
  app,
  openUser,
}) => {
  const grace = await openUser('grace')
  const { page } = grace
  await page.goto(`${app.phoneUrl}/app-config/`)
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()

  for (const language of ['Deutsch', 'English']) {
    await page.locator('nav').getByRole('button').last().click()
    await page.getByRole('menuitemradio', { name: language }).click()
    await page.waitForFunction(
      (lang) => document.documentElement.lang.startsWith(lang),
      language === 'Deutsch' ? 'de' : 'en',
    )
  }

  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
})
