import { type House, startHouse } from '@parley/dev-env'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dial, hangUp, livePanel, numbers, pause, until, untilConnected, words } from './calling.ts'
import { newPerson } from './people.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house?.[Symbol.asyncDispose]())

/** Guarantee: another microphone or speaker is chosen in the middle of a call without a word being lost. */
test('microphone and speaker are exchanged in a call, and the sound goes on', async () => {
  await using ada = await newPerson(house, 'ada')
  const { page, ears } = ada
  await watchDevices(ada.context)
  try {
    await dial(page, house, numbers.echo)
    await untilConnected(page)
    const connectedAt = Date.now()
    await until('the own tone', () => ears.windowsWith(ada.toneHz, connectedAt, Date.now()).length > 3)
    const devices = await devicesOf(page)
    expect(await sentDevices(page)).toEqual([devices.get('Fake Default Audio Input')])

    await page.keyboard.press('Escape')
    await livePanel(page).getByRole('button', { name: words['live.audio'] }).click()
    await choose(page, words['audio.microphone'], 'Fake Audio Input 2')
    await until('the other microphone', async () =>
      (await sentDevices(page)).join() === devices.get('Fake Audio Input 2') ? true : null,
    )
    const chosenAt = Date.now()
    await pause(4_000)
    expect(longestSilenceMs(ears.windowsWith(ada.toneHz, chosenAt - 1_000, chosenAt + 4_000))).toBeLessThan(
      1_000,
    )

    await choose(page, words['audio.speaker'], 'Fake Audio Output 2')
    await until('the other speaker', async () =>
      (await speakers(page)).join() === devices.get('Fake Audio Output 2') ? true : null,
    )
    await choose(page, words['audio.ringer'], 'Fake Audio Output 1')
    expect(await speakers(page)).toEqual([devices.get('Fake Audio Output 2')])

    await livePanel(page).getByRole('button', { name: words['live.mute'], exact: true }).click()
    await until('silence', () => ears.windowsWith(ada.toneHz, Date.now() - 1_000, Date.now()).length === 0)
    await choose(page, words['audio.microphone'], 'Fake Audio Input 1')
    await until('the third microphone', async () =>
      (await sentDevices(page)).join() === devices.get('Fake Audio Input 1') ? true : null,
    )
    const mutedAt = Date.now()
    await pause(1_500)
    expect(ears.windowsWith(ada.toneHz, mutedAt, Date.now())).toEqual([])

    await page.keyboard.press('Escape')
    await livePanel(page).getByRole('button', { name: words['live.muted'], exact: true }).click()
    const unmutedAt = Date.now()
    await until('the own tone again', () => ears.windowsWith(ada.toneHz, unmutedAt, Date.now()).length > 3)
    await hangUp(page)
  } catch (error) {
    await ada.keepEvidence('devices')
    throw error
  }
})

/** Guarantee: a headset that was left at home keeps nobody from calling. */
test('where the chosen microphone is gone, the call begins with the one of the system', async () => {
  await using ada = await newPerson(house, 'ada')
  const { page, ears } = ada
  await watchDevices(ada.context)
  await page.evaluate(() => localStorage.setItem('parley.microphone', 'left-at-home'))

  await dial(page, house, numbers.echo)
  await untilConnected(page)
  const connectedAt = Date.now()

  await until('the own tone', () => ears.windowsWith(ada.toneHz, connectedAt, Date.now()).length > 3)
  expect(await sentDevices(page)).toEqual(['default'])
  await hangUp(page)
})

/** From one window with the tone to the next, where they do not follow each other. */
function longestSilenceMs(windows: readonly number[]): number {
  return Math.max(...windows.slice(1).map((at, index) => at - windows[index]! - 100))
}

async function choose(page: Page, what: string, device: string): Promise<void> {
  await livePanel(page).getByRole('combobox', { name: what }).selectOption({ label: device })
}

interface Watched {
  readonly peers: RTCPeerConnection[]
  readonly players: Set<HTMLMediaElement>
}

/** Keeps what the next page sends and plays with, by wrapping what the browser gives to a page. */
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

/** Ids of the devices by name, as this page knows them. */
async function devicesOf(page: Page): Promise<Map<string, string>> {
  const devices = await page.evaluate(async () =>
    (await navigator.mediaDevices.enumerateDevices()).map(
      ({ label, deviceId }) => [label, deviceId] as const,
    ),
  )
  return new Map(devices)
}

/** The microphones of what is sent over connections that stand. */
async function sentDevices(page: Page): Promise<(string | undefined)[]> {
  return await page.evaluate(() =>
    (window as unknown as { watched: Watched }).watched.peers
      .filter(({ connectionState }) => connectionState === 'connected')
      .flatMap((peer) => peer.getSenders().map(({ track }) => track?.getSettings().deviceId)),
  )
}

/** Where what is played comes out. */
async function speakers(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...(window as unknown as { watched: Watched }).watched.players]
      .filter(({ srcObject }) => srcObject !== null)
      .map(({ sinkId }) => sinkId),
  )
}
