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

/** Guarantee: a new user hears themselves within a second after the answer, and muting is silence. */
test('the echo number is called by keyboard, heard, muted, unmuted and hung up', async ({
  app,
  openUser,
}) => {
  const ada = await openUser('ada')
  const { page, received } = ada
  await dial(page, app, numbers.echo)
  await waitUntilConnected(page)
  const { answeredAt } = await getLatestCall(page)

  await waitUntil(
    'the user’s own tone',
    () => received.windowsWith(ada.toneHz, answeredAt, answeredAt + 5_000).length > 3,
  )
  expect(
    required(
      received.windowsWith(ada.toneHz, answeredAt, answeredAt + 5_000)[0],
      'the first window with the tone',
    ) - answeredAt,
  ).toBeLessThan(1_000)

  await page.keyboard.press('m')
  await livePanel(page).getByRole('button', { name: messages['live.muted'] }).waitFor()
  await sleep(700)
  const mutedFrom = Date.now()
  await sleep(1_500)
  expect(received.loudness(mutedFrom, Date.now())).toBeLessThan(0.003)

  await page.keyboard.press('m')
  const unmutedAt = Date.now()
  await waitUntil(
    'the tone after unmuting',
    () => received.windowsWith(ada.toneHz, unmutedAt, Date.now()).length > 3,
  )

  await hangUp(page)
  const call = await getLatestCall(page)
  const talkedMs = call.endedAt - call.answeredAt
  expect(Math.abs(Date.now() - call.endedAt)).toBeLessThan(2_000)
  await page.goto(`${app.phoneUrl}/`)
  const row = page.getByRole('listitem').filter({ hasText: 'Echo' })
  await row.filter({ hasText: `${Math.floor(talkedMs / 1_000)} s` }).waitFor()
  expect(ada.errors).toEqual([])
})

test('DTMF digits are sent, and hold stops and resumes the audio', async ({ app, openUser }) => {
  const grace = await openUser('grace')
  const { page, received } = grace
  // Two frequencies a key: ITU-T Q.23.
  const five = [770, 1_336] as const
  const receivedKeyFive = (from: number) =>
    five.every((frequency) => received.windowsWith(frequency, from, Date.now()).length > 0)
  await dial(page, app, numbers.keys)
  await waitUntilConnected(page)
  const pressedAt = Date.now()
  await page.keyboard.press('5')
  await waitUntil('key 5 repeated', () => receivedKeyFive(pressedAt))

  await page.keyboard.press('h')
  await livePanel(page).getByRole('button', { name: messages['live.on-hold'] }).waitFor()
  await sleep(700)
  const heldFrom = Date.now()
  await sleep(1_500)
  expect(received.loudness(heldFrom, Date.now()) ?? 0).toBeLessThan(0.003)

  await page.keyboard.press('h')
  await livePanel(page).getByRole('button', { name: messages['live.hold'], exact: true }).waitFor()
  const backAt = Date.now()
  await page.keyboard.press('5')
  await waitUntil('key 5 repeated after hold', () => receivedKeyFive(backAt))
  await hangUp(page)
})
