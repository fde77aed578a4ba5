import { type House, startHouse } from '@parley/dev-env'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHandset } from './browser.ts'
import { dial, livePanel, numbers, words } from './calling.ts'
import { addressOf, callPhone, newPerson, type Person, signUp } from './people.ts'

let house: House
let ada: Person
beforeAll(async () => {
  house = await startHouse()
  ada = await newPerson(house, 'ada')
})
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await house?.[Symbol.asyncDispose]()
})

/** Waits until the panel of the call says something; a failure tells what it said instead. */
const untilSaid = (page: Page, sentence: string) =>
  expect.poll(() => livePanel(page).innerText(), { timeout: 60_000 }).toContain(sentence)

const filled = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** Guarantee: a call that does not come about ends in one plain sentence with a next step; the code stands under details. */
test.each([
  ['busy', numbers.busy, filled(words['ended.busy'], { name: 'Always busy' })],
  ['rejected', numbers.rejects, filled(words['ended.rejected'], { name: 'Declines' })],
  ['out of service', numbers.outOfService, null],
] as const)('a call that is %s says so and offers a next step', async (_name, number, sentence) => {
  const panel = livePanel(ada.page)

  await dial(ada.page, house, number)

  await untilSaid(ada.page, words['live.ended'])
  const said = await panel.innerText()
  if (sentence) expect(said).toContain(sentence)
  expect(said).not.toMatch(/\b[45]\d\d (Busy|Forbidden|Decline|Temporarily)/)
  await panel.getByRole('button', { name: words['live.call-again'] }).waitFor()
})

test('a call that nobody answers is given up with a sentence', async () => {
  await using slow = await startHouse({ settings: { PARLEY_RING_TIMEOUT_SECONDS: '5' } })
  await using grace = await newPerson(slow, 'grace')

  await dial(grace.page, slow, numbers.noAnswer)

  await untilSaid(grace.page, filled(words['ended.no-answer'], { name: 'Never answers' }))
})

test('a number in another country is refused before anything rings', async () => {
  await ada.page.goto(`${house.phoneUrl}/dial`)
  await ada.page.getByRole('textbox', { name: words['dial.box'] }).fill('+49 30 901820')

  const call = ada.page.getByRole('button', { name: words['common.call'], exact: true })
  await ada.page.waitForFunction(() => document.body.innerText.includes('Germany'))

  expect(
    (await call.isDisabled().catch(() => true)) || (await call.getAttribute('aria-disabled')) === 'true',
  ).toBe(true)
})

/** Guarantee: an emergency number is never dialled; the whole screen says what to do instead. */
test('an emergency number is refused full-screen', async () => {
  await dial(ada.page, house, '911')

  await ada.page.getByText(words['emergency.sentence']).waitFor()
  await ada.page.getByText(words['emergency.mobile']).waitFor()
  const { items } = await callPhone(ada.page, 'GET', '/calls?limit=50')
  expect(items.some((call: { number: string }) => call.number?.includes('911'))).toBe(false)
  await ada.page.getByRole('button', { name: words['emergency.close'] }).click()
})

test('a blocked microphone is explained, with a way to try again', async () => {
  await using blocked = await openHandset({ toneHz: 700, microphone: 'blocked' })
  await signUp(blocked.page, house, addressOf('hedy'))

  await dial(blocked.page, house, numbers.echo)

  await untilSaid(blocked.page, words['microphone.denied'])
  await livePanel(blocked.page).getByRole('button', { name: words['common.try-again'] }).waitFor()
})

test('a trunk that is down is named as the reason', async () => {
  await using grace = await newPerson(house, 'grace')
  const { page } = grace
  await callPhone(page, 'POST', '/trunks', {
    name: 'Front desk',
    host: '127.0.0.1',
    port: 9,
    numbers: ['+12025550150'],
  })

  await page.goto(`${house.phoneUrl}/dial`)
  await page.getByLabel(words['dial.call-from']).click()
  await page.getByRole('option', { name: /Front desk/ }).click()
  await page.getByRole('textbox', { name: words['dial.box'] }).fill('+12025550199')
  await page.keyboard.press('Enter')

  await untilSaid(page, filled(words['ended.trunk-down'], { name: '+1 202 555 0199' }))
})
