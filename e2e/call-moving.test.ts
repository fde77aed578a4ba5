import { required } from '@parley/primitives'
import { expect } from 'vitest'
import {
  dial,
  getLatestCall,
  hangUp,
  livePanel,
  messages,
  numbers,
  sleep,
  waitUntil,
  waitUntilConnected,
} from './calling.ts'
import { test } from './fixture.ts'
import type { ReceivedAudio } from './received-audio.ts'
import { startRouter } from './router.ts'

/** Waits for the tone and returns how long after `sinceMs` it was received, in milliseconds. */
async function waitForTone(received: ReceivedAudio, toneHz: number, sinceMs: number): Promise<number> {
  const windows = () => received.windowsWith(toneHz, sinceMs, Date.now())
  await waitUntil('the tone', () => windows().length > 3, 20_000)
  return required(windows()[0], 'the first window') - sinceMs
}

const isSilent = (received: ReceivedAudio, toneHz: number) =>
  received.windowsWith(toneHz, Date.now() - 1_000, Date.now()).length === 0

/**
 * Guarantee: a call survives a change of network: its audio is back within five seconds on the new network.
 */
test('when the browser moves to another network, the call continues', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  await using router = await startRouter(ada.context)
  const { page, received } = ada
  await dial(page, app, numbers.echo)
  await waitUntilConnected(page)
  await waitForTone(received, ada.toneHz, Date.now())
  expect(router.forwardedCount).toBeGreaterThan(50)
  const before = await getLatestCall(page)

  await router.disconnect()
  await livePanel(page).getByText(messages['live.connection-lost'], { exact: true }).waitFor()
  await waitUntil('silence', () => isSilent(received, ada.toneHz))

  await router.reconnect()
  const movedAt = Date.now()
  expect(await waitForTone(received, ada.toneHz, movedAt)).toBeLessThan(5_000)
  await livePanel(page).getByText(messages['live.connected'], { exact: true }).waitFor()

  const after = await getLatestCall(page)
  expect({ id: after.id, answeredAt: after.answeredAt, endedAt: after.endedAt }).toEqual({
    id: before.id,
    answeredAt: before.answeredAt,
    endedAt: null,
  })
  await hangUp(page)
})

test('when the network path of the audio fails without a signal, another is found within five seconds', async ({
  app,
  openUser,
}) => {
  const ada = await openUser('ada')
  await using router = await startRouter(ada.context)
  const { page, received } = ada
  await dial(page, app, numbers.echo)
  await waitUntilConnected(page)
  await waitForTone(received, ada.toneHz, Date.now())

  router.dropPaths()
  await waitUntil('silence', () => isSilent(received, ada.toneHz))
  const silentFrom = Date.now()
  expect(await waitForTone(received, ada.toneHz, silentFrom)).toBeLessThan(5_000)
  await hangUp(page)
})

/** Guarantee: a call is in one tab at a time, and moves to the tab in which its user takes it. */
test('a second tab takes the call over, and the first takes it back', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  const { page: first, received, context } = ada
  await dial(first, app, numbers.echo)
  await waitUntilConnected(first)
  await waitForTone(received.of(first), ada.toneHz, Date.now())
  const before = await getLatestCall(first)

  const second = await context.newPage()
  await second.goto(`${app.phoneUrl}/`)
  await livePanel(second).getByText(messages['live.elsewhere']).waitFor()
  expect(await livePanel(first).getByText(messages['live.connected'], { exact: true }).isVisible()).toBe(true)

  for (const [newTab, previousTab] of [
    [second, first],
    [first, second],
  ] as const) {
    await livePanel(newTab).getByRole('button', { name: messages['live.move-here'] }).click()
    const takenAt = Date.now()
    expect(await waitForTone(received.of(newTab), ada.toneHz, takenAt)).toBeLessThan(5_000)
    await waitUntilConnected(newTab)
    await livePanel(previousTab).getByText(messages['live.elsewhere']).waitFor()
    await waitUntil('silence in the other tab', () => isSilent(received.of(previousTab), ada.toneHz))
  }

  await sleep(500)
  const after = await getLatestCall(first)
  expect({ id: after.id, answeredAt: after.answeredAt, endedAt: after.endedAt }).toEqual({
    id: before.id,
    answeredAt: before.answeredAt,
    endedAt: null,
  })
  await hangUp(first)
  await livePanel(second).waitFor({ state: 'detached' })
})

/** Guarantee: the user can continue a call in any open tab. */
test('CR9: a tab that was open before offers a call of another tab, also after that tab was closed', async ({
  app,
  openUser,
}) => {
  const ada = await openUser('ada')
  const { page: open, received, context } = ada
  const calling = await context.newPage()
  await calling.goto(`${app.phoneUrl}/`)
  await dial(calling, app, numbers.echo)
  await waitUntilConnected(calling)
  await livePanel(open).getByText(messages['live.elsewhere']).waitFor()

  await calling.close()

  await livePanel(open).getByRole('button', { name: messages['live.move-here'] }).click()
  await waitUntilConnected(open)
  await waitForTone(received.of(open), ada.toneHz, Date.now())
  await hangUp(open)
})
