import { type House, startHouse } from '@parley/dev-env'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
