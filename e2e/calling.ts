import { readFileSync } from 'node:fs'
import { readWav, type WavAudio } from '@parley/rtp'
import type { Locator, Page } from 'playwright-core'
import { enUS } from '../apps/phone/src/i18n/en-US/index.ts'
import type { App } from './fixture.ts'
import type { ReceivedAudio } from './received-audio.ts'
import { readAccessToken, requestPhone } from './users.ts'

/** The texts of the interface, in the language of the tests' browsers. */
export const messages = enUS

/** Numbers of the simulated network. */
export const numbers = {
  echo: '+15550100',
  tone: '+15550101',
  busy: '+15550103',
  noAnswer: '+15550104',
  rejects: '+15550105',
  barred: '+15550106',
  outOfService: '+15550107',
  keys: '+15550108',
  callsBack: '+15550109',
  badLine: '+15550110',
} as const

/** Returns the panel of the current call. */
export function livePanel(page: Page): Locator {
  return page.getByRole('complementary', { name: messages['live.label'] })
}

/** Dials by keyboard: opens the dial pad, types the number, presses Enter. */
export async function dial(page: Page, app: Pick<App, 'phoneUrl'>, number: string): Promise<void> {
  await page.goto(`${app.phoneUrl}/dial`)
  const box = page.getByRole('textbox', { name: messages['dial.box'] })
  await box.waitFor()
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
}

/**
 * Waits until the timer runs, which starts when the call is answered. In the bar of a narrow screen the state
 * is beside it.
 */
export async function waitUntilConnected(page: Page): Promise<void> {
  await livePanel(page)
    .getByText(/^\d\d:\d\d( ·|$)/)
    .first()
    .waitFor({ timeout: 60_000 })
}

export async function hangUp(page: Page): Promise<void> {
  const keys = ['live.hang-up', 'live.end-for-everyone', 'live.leave-connected'] as const
  const labels = keys.map((key) => messages[key])
  await livePanel(page)
    .getByRole('button', { name: new RegExp(`^(${labels.join('|')})$`) })
    // The control that leaves the others connected is above it.
    .last()
    .click()
  await livePanel(page).getByText(messages['live.ended'], { exact: true }).waitFor()
}

export async function answer(page: Page): Promise<void> {
  await page.getByRole('button', { name: messages['live.answer'], exact: true }).click({ timeout: 60_000 })
}

/** Returns the latest call of the signed-in user from the API. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads the fields that it expects, and fails where they are missing.
export async function getLatestCall(page: Page): Promise<any> {
  const { items } = await requestPhone(page, 'GET', '/calls?limit=1')
  return items[0]
}

/** Plays the recording of the open call in the page, and downloads it there. */
export async function playAndDownload(page: Page): Promise<void> {
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: messages['player.play'] }).click()
  await page.waitForFunction(() =>
    [...document.querySelectorAll('audio')].some((audio) => !audio.paused && audio.currentTime > 0.5),
  )
  const downloading = page.waitForEvent('download')
  await drawer.getByRole('link', { name: messages['player.download'] }).click()
  const download = await downloading
  if (!/^\d{4}-\d\d-\d\d \d\d\.\d\d .+\.wav$/.test(download.suggestedFilename()))
    throw new Error(`The download is named ${download.suggestedFilename()}.`)
  if (!readWav(readFileSync(await download.path()))) throw new Error('The download is not a WAV file.')
}

/** Downloads a recording by its signed link. */
export async function downloadRecording(
  page: Page,
  app: Pick<App, 'phoneUrl'>,
  recordingId: string,
): Promise<WavAudio> {
  const link = await fetch(`${app.phoneUrl}/api/v1/recordings/${recordingId}/links`, {
    method: 'POST',
    headers: { 'x-stack-access-token': await readAccessToken(page) },
  })
  const { url } = await link.json()
  // Not stored in the page, which must receive the cookie with its own request.
  const cookie = link.headers.get('set-cookie')?.split(';')[0] ?? ''
  const response = await fetch(new URL(url, app.phoneUrl), { headers: { cookie } })
  const audio = readWav(Buffer.from(await response.arrayBuffer()))
  if (!audio) throw new Error(`The recording is not a WAV file: ${response.status}`)
  return audio
}

interface Tones {
  readonly present: readonly number[]
  readonly absent: readonly number[]
}

/** Waits until a user hears all of some tones, and none of the others, for a second. Frequencies in Hz. */
export async function waitForTones(received: ReceivedAudio, { present, absent }: Tones): Promise<void> {
  await waitUntil(`${present.join(', ') || 'no tone'} and not ${absent.join(', ')}`, async () => {
    const from = Date.now()
    await sleep(1_000)
    const contains = (toneHz: number) => (received.share(toneHz, from, from + 1_000) ?? 0) > 0.1
    return present.every(contains) && !absent.some(contains)
  })
}

/** Reads a sentence that the product speaks, by its path in `packages`. */
export function readSentence(path: string): WavAudio {
  const sentence = readWav(readFileSync(new URL(`../packages/${path}`, import.meta.url)))
  if (!sentence) throw new Error(`${path} is not a WAV file.`)
  return sentence
}

export const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Polls until `check` returns something truthy, and returns that. */
export async function waitUntil<T>(
  what: string,
  check: () => T | Promise<T>,
  timeoutMs = 60_000,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = await check()
    if (found) return found as NonNullable<T>
    if (Date.now() > deadline) throw new Error(`Timed out: ${what}`)
    await sleep(100)
  }
}
