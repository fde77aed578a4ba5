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
import type { Ears } from './ears.ts'
import { newPerson } from './people.ts'
import { startRouter } from './router.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house?.[Symbol.asyncDispose]())

/** Waits for the tone after a moment; answers with how long it took. */
async function untilHeard(ears: Ears, toneHz: number, sinceMs: number): Promise<number> {
  const windows = () => ears.windowsWith(toneHz, sinceMs, Date.now())
  await until('the tone', () => windows().length > 3, 20_000)
  return windows()[0]! - sinceMs
}

const isQuiet = (ears: Ears, toneHz: number) =>
  ears.windowsWith(toneHz, Date.now() - 1_000, Date.now()).length === 0

/** Guarantee: a change of network does not lose the call: it is heard again within five seconds of the other network. */
test('the browser leaves its network and comes back on another, and the call goes on', async () => {
  await using ada = await newPerson(house, 'ada')
  await using router = await startRouter(ada.context)
  const { page, ears } = ada
  try {
    await dial(page, house, numbers.echo)
    await untilConnected(page)
    await untilHeard(ears, ada.toneHz, Date.now())
    expect(router.passed).toBeGreaterThan(50)
    const before = await latestCall(page)

    await router.pullOut()
    await livePanel(page).getByText(words['live.connection-lost'], { exact: true }).waitFor()
    await until('silence', () => isQuiet(ears, ada.toneHz))

    await router.plugIn()
    const movedAt = Date.now()
    expect(await untilHeard(ears, ada.toneHz, movedAt)).toBeLessThan(5_000)
    await livePanel(page).getByText(words['live.connected'], { exact: true }).waitFor()

    const after = await latestCall(page)
    expect({ id: after.id, answeredAt: after.answeredAt, endedAt: after.endedAt }).toEqual({
      id: before.id,
      answeredAt: before.answeredAt,
      endedAt: null,
    })
    await hangUp(page)
  } catch (error) {
    await ada.keepEvidence('another-network')
    throw error
  }
})

test('the path of the audio dies and nobody says so, and another is found within five seconds', async () => {
  await using ada = await newPerson(house, 'ada')
  await using router = await startRouter(ada.context)
  const { page, ears } = ada
  try {
    await dial(page, house, numbers.echo)
    await untilConnected(page)
    await untilHeard(ears, ada.toneHz, Date.now())

    router.forgetPaths()
    await until('silence', () => isQuiet(ears, ada.toneHz))
    const quietFrom = Date.now()
    expect(await untilHeard(ears, ada.toneHz, quietFrom)).toBeLessThan(5_000)
    await hangUp(page)
  } catch (error) {
    await ada.keepEvidence('dead-path')
    throw error
  }
})

/** Guarantee: a call is in one place at a time, and goes over to where its person takes it. */
test('another tab takes the call over, and the first takes it back', async () => {
  await using ada = await newPerson(house, 'ada')
  const { page: first, ears, context } = ada
  try {
    await dial(first, house, numbers.echo)
    await untilConnected(first)
    await untilHeard(ears.of(first), ada.toneHz, Date.now())
    const before = await latestCall(first)

    const second = await context.newPage()
    await second.goto(`${house.phoneUrl}/`)
    await livePanel(second).getByText(words['live.elsewhere']).waitFor()
    expect(await livePanel(first).getByText(words['live.connected'], { exact: true }).isVisible()).toBe(true)

    for (const [taker, giver] of [
      [second, first],
      [first, second],
    ] as const) {
      await livePanel(taker).getByRole('button', { name: words['live.take-here'] }).click()
      const takenAt = Date.now()
      expect(await untilHeard(ears.of(taker), ada.toneHz, takenAt)).toBeLessThan(5_000)
      await untilConnected(taker)
      await livePanel(giver).getByText(words['live.elsewhere']).waitFor()
      await until('silence in the other tab', () => isQuiet(ears.of(giver), ada.toneHz))
    }

    await pause(500)
    const after = await latestCall(first)
    expect({ id: after.id, answeredAt: after.answeredAt, endedAt: after.endedAt }).toEqual({
      id: before.id,
      answeredAt: before.answeredAt,
      endedAt: null,
    })
    await hangUp(first)
    await livePanel(second).waitFor({ state: 'detached' })
  } catch (error) {
    await ada.keepEvidence('taken-over')
    throw error
  }
})
