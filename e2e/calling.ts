import type { House } from '@parley/dev-env'
import { readWav, type WavAudio } from '@parley/rtp'
import type { Locator, Page } from 'playwright-core'
import { enUS } from '../apps/phone/src/locales/en-US.ts'
import { callPhone } from './people.ts'

/** What the screens say, in the language that the journeys' browsers ask for. */
export const words = enUS

/** Numbers of the simulated network, as its directory names them. */
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

/** The dark panel of the live call. */
export function livePanel(page: Page): Locator {
  return page.getByRole('complementary', { name: words['live.label'] })
}

/** Dials by keyboard alone: opens the dial pad, types, presses Enter. */
export async function dial(page: Page, house: House, number: string): Promise<void> {
  await page.goto(`${house.phoneUrl}/dial`)
  const box = page.getByRole('textbox', { name: words['dial.box'] })
  await box.waitFor()
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
}

/** Waits until the timer runs, which it does from the answer; in the bar of a narrow screen the state stands beside it. */
export async function untilConnected(page: Page): Promise<void> {
  await livePanel(page)
    .getByText(/^\d\d:\d\d( ·|$)/)
    .first()
    .waitFor({ timeout: 60_000 })
}

export async function hangUp(page: Page): Promise<void> {
  await livePanel(page).getByRole('button', { name: words['live.hang-up'] }).click()
  await livePanel(page).getByText(words['live.ended'], { exact: true }).waitFor()
}

export async function answer(page: Page): Promise<void> {
  await page.getByRole('button', { name: words['live.answer'], exact: true }).click({ timeout: 60_000 })
}

/** The latest call of the person who is signed in, as the service has it. */
// biome-ignore lint/suspicious/noExplicitAny: a journey reads what it expects and fails where that is not there.
export async function latestCall(page: Page): Promise<any> {
  const { items } = await callPhone(page, 'GET', '/calls?limit=1')
  return items[0]
}

/** The audio of one recording, fetched by its signed link. */
export async function audioOf(page: Page, house: House, recordingId: string): Promise<WavAudio> {
  const { url } = await callPhone(page, 'POST', `/recordings/${recordingId}/links`)
  const response = await fetch(new URL(url, house.phoneUrl))
  const audio = readWav(Buffer.from(await response.arrayBuffer()))
  if (!audio) throw new Error(`The recording is not a WAV file: ${response.status}`)
  return audio
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Waits until something holds, asking again and again, and answers with it. */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  patienceMs = 60_000,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const found = await ask()
    if (found) return found as NonNullable<T>
    if (Date.now() > deadline) throw new Error(`Never came: ${what}`)
    await pause(100)
  }
}
