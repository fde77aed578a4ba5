import { type House, startHouse } from '@parley/dev-env'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dial, hangUp, livePanel, numbers, untilConnected, words } from './calling.ts'
import { newPerson } from './people.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house?.[Symbol.asyncDispose]())

/** Guarantee: rail and live panel stay where they are; only what lies between them scrolls. */
test.each([1_280, 390])('the document itself never scrolls at %i px', async (width) => {
  await using ada = await newPerson(house, 'ada', { width })
  for (const path of ['/', '/dial', '/contacts', '/app-config/']) {
    await ada.page.goto(`${house.phoneUrl}${path}`)
    await ada.page.getByRole('heading', { level: 1 }).waitFor()
    const beyond = await ada.page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
    expect({ path, beyond }).toEqual({ path, beyond: 0 })
  }
})

/** Guarantee: keys, tools and hanging up are all in view at once, in a small window too. */
test('nothing of a call scrolls with a tool open, small and large, at 800 and 720 px of height', async () => {
  await using linus = await newPerson(house, 'linus')
  const { page } = linus
  const panel = livePanel(page)
  const expectToFit = async (what: string) => {
    const beyond = await panel.evaluate((element) => element.scrollHeight - element.clientHeight)
    expect({ what, beyond }).toEqual({ what, beyond: 0 })
  }
  await dial(page, house, numbers.echo)
  await untilConnected(page)
  await panel.getByRole('button', { name: words['live.record'] }).click()
  await panel.getByRole('button', { name: words['recording.stop'] }).waitFor()

  for (const height of [800, 720]) {
    await page.setViewportSize({ width: 1_280, height })
    for (const tool of ['live.keypad', 'live.add', 'live.audio'] as const) {
      const button = panel.getByRole('button', { name: words[tool], exact: true })
      await button.click()
      await panel.getByRole('button', { name: words[tool], pressed: true }).waitFor()
      await expectToFit(`${words[tool]} at ${height}`)
      await button.click()
    }
    await panel.getByRole('button', { name: words['live.make-large'] }).click()
    await panel.getByRole('list', { name: words['live.participants'] }).waitFor()
    await expectToFit(`the large panel at ${height}`)
    await panel.getByRole('button', { name: words['live.make-small'] }).click()
  }
  await hangUp(page)
})

test('the language is changed under Configure, there and back, and the page goes on answering', async () => {
  await using grace = await newPerson(house, 'grace')
  const { page } = grace
  await page.goto(`${house.phoneUrl}/app-config/`)
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
