import { type House, startHouse } from '@parley/dev-env'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findings } from './axe.ts'
import { openHandset } from './browser.ts'
import { words } from './calling.ts'
import { addressOf, password } from './people.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house?.[Symbol.asyncDispose]())

/** Guarantee: whoever has set Parley up is told what comes next, and each step leads there. */
test('the first administrator sets Parley up by keyboard and goes on to the trunks', async () => {
  await using browser = await openHandset({ toneHz: 700 })
  const { page } = browser
  const email = addressOf('ada')

  await page.goto(house.setUpLink)
  const face = () => [...document.fonts].find(({ family }) => /Parley Text/.test(family))?.status
  expect(await page.evaluate(() => document.fonts.ready).then(() => page.evaluate(face))).toBe('loaded')
  await page.getByLabel('Name').focus()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Parley is set up' }).waitFor()

  expect(await findings(page)).toEqual([])
  const steps = page.getByRole('listitem').getByRole('link')
  expect(await steps.allTextContents()).toEqual(['Open the phone', 'Add a trunk', 'Invite people'])
  const invitation = page.getByRole('link', { name: 'Invite people' })
  expect(await invitation.getAttribute('href')).toBe(`${house.phoneUrl}/handler/sign-up`)

  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: words['trunk.add'] }).waitFor()
})
