import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  dial,
  hangUp,
  livePanel,
  messages,
  numbers,
  sleep,
  waitUntil,
  waitUntilConnected,
} from './calling.ts'
import { test } from './fixture.ts'

/** Guarantee: microphone and speaker can be changed during a call without a gap in the audio. */
test('the audio continues when microphone and speaker are changed during a call', async ({
  app,
  openUser,
}) => {
  const ada = await openUser('ada')
  const { page, received } = ada
  await watchDevices(ada.context)
  await dial(page, app, numbers.echo)
  await waitUntilConnected(page)
  const connectedAt = Date.now()
  await waitUntil(
    'the user’s own tone',
    () => received.windowsWith(ada.toneHz, connectedAt, Date.now()).length > 3,
  )
  const devices = await listDevices(page)
  expect(await listSentDevices(page)).toEqual([devices.get('Fake Default Audio Input')])

  await page.keyboard.press('Escape')
  await livePanel(page).getByRole('button', { name: messages['live.audio'] }).click()
  await choose(page, messages['audio.microphone'], 'Fake Audio Input 2')
  await waitUntil('the other microphone', async () =>
    (await listSentDevices(page)).join() === devices.get('Fake Audio Input 2') ? true : null,
  )
  const chosenAt = Date.now()
  await sleep(4_000)
  const [from, to] = [chosenAt - 1_000, chosenAt + 4_000] as const
  expect(getLongestSilenceMs(received.windowsWith(ada.toneHz, from, to), from, to)).toBeLessThan(1_000)

  await choose(page, messages['audio.speaker'], 'Fake Audio Output 2')
  await waitUntil('the other speaker', async () =>
    (await listSpeakers(page)).join() === devices.get('Fake Audio Output 2') ? true : null,
  )
  const movedAt = Date.now()
  await waitUntil(
    'the tone at the other speaker',
    () => received.windowsWith(ada.toneHz, movedAt, Date.now()).length > 3,
  )
  await choose(page, messages['audio.ringer'], 'Fake Audio Output 1')
  expect(await listSpeakers(page)).toEqual([devices.get('Fake Audio Output 2')])

  await livePanel(page).getByRole('button', { name: messages['live.mute'], exact: true }).click()
  await waitUntil(
    'silence',
    () => received.windowsWith(ada.toneHz, Date.now() - 1_000, Date.now()).length === 0,
  )
  await choose(page, messages['audio.microphone'], 'Fake Audio Input 1')
  await waitUntil('the third microphone', async () =>
    (await listSentDevices(page)).join() === devices.get('Fake Audio Input 1') ? true : null,
  )
  const mutedAt = Date.now()
  await sleep(1_500)
  expect(received.windowsWith(ada.toneHz, mutedAt, Date.now())).toEqual([])

  await page.keyboard.press('Escape')
  await livePanel(page).getByRole('button', { name: messages['live.muted'], exact: true }).click()
  const unmutedAt = Date.now()
  await waitUntil(
    'the user’s own tone again',
    () => received.windowsWith(ada.toneHz, unmutedAt, Date.now()).length > 3,
  )
  await hangUp(page)
})

/** Guarantee: a call works when the chosen headset is not connected. */
test('without the chosen microphone the call uses the system default', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  const { page, received } = ada
  await watchDevices(ada.context)
  await page.evaluate(() => localStorage.setItem('parley.microphone', 'left-at-home'))

  await dial(page, app, numbers.echo)
  await waitUntilConnected(page)
  const connectedAt = Date.now()

  await waitUntil(
    'the user’s own tone',
    () => received.windowsWith(ada.toneHz, connectedAt, Date.now()).length > 3,
  )
  expect(await listSentDevices(page)).toEqual(['default'])
  await hangUp(page)
})

/** Returns the longest time without the tone between two times, in milliseconds. */
function getLongestSilenceMs(windows: readonly number[], fromMs: number, toMs: number): number {
  let [maxMs, endedAt] = [0, fromMs]
  for (const at of [...windows, toMs]) {
    maxMs = Math.max(maxMs, at - endedAt)
    endedAt = at + 100
  }
  return maxMs
}

async function choose(page: Page, what: string, device: string): Promise<void> {
  await livePanel(page).getByRole('combobox', { name: what }).selectOption({ label: device })
}

interface Watched {
  readonly peers: RTCPeerConnection[]
  readonly players: Set<HTMLMediaElement>
}

/** Records the peer connections and audio elements of the next page, by wrapping the browser's classes. */
async function watchDevices(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const watched: Watched = { peers: [], players: new Set() }
    Object.assign(window, { watched })
    const Native = window.RTCPeerConnection
    window.RTCPeerConnection = class extends Native {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        watched.peers.push(this)
      }
    }
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      watched.players.add(this)
      return play.call(this)
    }
  })
}

/** Returns the ids of the devices by label. */
async function listDevices(page: Page): Promise<Map<string, string>> {
  const devices = await page.evaluate(async () =>
    (await navigator.mediaDevices.enumerateDevices()).map(
      ({ label, deviceId }) => [label, deviceId] as const,
    ),
  )
  return new Map(devices)
}

/** Returns the microphones of the tracks that connected peers send. */
async function listSentDevices(page: Page): Promise<(string | undefined)[]> {
  return await page.evaluate(() =>
    (window as unknown as { watched: Watched }).watched.peers
      .filter(({ connectionState }) => connectionState === 'connected')
      .flatMap((peer) => peer.getSenders().map(({ track }) => track?.getSettings().deviceId)),
  )
}

/** Returns the speakers of the audio elements that play. */
async function listSpeakers(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...(window as unknown as { watched: Watched }).watched.players]
      .filter(({ srcObject }) => srcObject !== null)
      .map(({ sinkId }) => sinkId),
  )
}
