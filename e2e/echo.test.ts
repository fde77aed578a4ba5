import { type House, startHouse } from '@parley/dev-env'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  dial,
  hangUp,
  latestCall,
  livePanel,
  numbers,
  pause,
  until,
  untilConnected,
  words,
} from './calling.ts'
import { newPerson } from './people.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house?.[Symbol.asyncDispose]())

/** Guarantee: a new person hears themselves within a second of the answer, and muting is silence. */
test('the echo number is called by keyboard, heard, muted, unmuted and hung up', async () => {
  await using ada = await newPerson(house, 'ada')
  const { page, ears } = ada
  try {
    await dial(page, house, numbers.echo)
    await untilConnected(page)
    const { answeredAt } = await latestCall(page)

    await until('the own tone', () => ears.windowsWith(ada.toneHz, answeredAt, answeredAt + 5_000).length > 3)
    expect(ears.windowsWith(ada.toneHz, answeredAt, answeredAt + 5_000)[0]! - answeredAt).toBeLessThan(1_000)

    await page.keyboard.press('m')
    await livePanel(page).getByRole('button', { name: words['live.muted'] }).waitFor()
    await pause(700)
    const mutedFrom = Date.now()
    await pause(1_500)
    expect(ears.loudness(mutedFrom, Date.now())).toBeLessThan(0.003)

    await page.keyboard.press('m')
    const unmutedAt = Date.now()
    await until(
      'the tone after unmuting',
      () => ears.windowsWith(ada.toneHz, unmutedAt, Date.now()).length > 3,
    )

    await hangUp(page)
    const call = await latestCall(page)
    const talkedMs = call.endedAt - call.answeredAt
    expect(Math.abs(Date.now() - call.endedAt)).toBeLessThan(2_000)
    await page.goto(`${house.phoneUrl}/`)
    const row = page.getByRole('listitem').filter({ hasText: 'Echo' })
    await row.filter({ hasText: `${Math.floor(talkedMs / 1_000)} s` }).waitFor()
    expect(ada.complaints).toEqual([])
  } catch (error) {
    await ada.keepEvidence('echo')
    throw error
  }
})

test('keys are repeated by the number that repeats them, and hold takes the sound away and back', async () => {
  await using grace = await newPerson(house, 'grace')
  const { page, ears } = grace
  // Two frequencies a key: ITU-T Q.23.
  const five = [770, 1_336] as const
  const heardFive = (from: number) =>
    five.every((frequency) => ears.windowsWith(frequency, from, Date.now()).length > 0)
  try {
    await dial(page, house, numbers.keys)
    await untilConnected(page)
    const typedAt = Date.now()
    await page.keyboard.press('5')
    await until('key 5 repeated', () => heardFive(typedAt))

    await page.keyboard.press('h')
    await livePanel(page).getByRole('button', { name: words['live.on-hold'] }).waitFor()
    await pause(700)
    const heldFrom = Date.now()
    await pause(1_500)
    expect(ears.loudness(heldFrom, Date.now()) ?? 0).toBeLessThan(0.003)

    await page.keyboard.press('h')
    await livePanel(page).getByRole('button', { name: words['live.hold'], exact: true }).waitFor()
    const backAt = Date.now()
    await page.keyboard.press('5')
    await until('key 5 repeated after hold', () => heardFive(backAt))
    await hangUp(page)
  } catch (error) {
    await grace.keepEvidence('keys')
    throw error
  }
})
