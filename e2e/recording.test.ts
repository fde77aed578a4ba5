import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  dial,
  downloadRecording,
  getLatestCall,
  hangUp,
  livePanel,
  messages,
  numbers,
  playAndDownload,
  readSentence,
  sleep,
  waitUntil,
  waitUntilConnected,
} from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { shareOfEnergy } from './received-audio.ts'

/**
 * Guarantee: a recording has a track for each side with the audio of that side only, begins after the
 * announcement, and plays.
 */
test('a call to the tone number is recorded in two tracks, plays in the page and is downloaded', async ({
  app,
  openUser,
}) => {
  const ada = await openUser('ada')
  const { page } = ada
  await dial(page, app, numbers.tone)
  await waitUntilConnected(page)
  const announcement = readSentence('call-engine/assets/recording-starts.en-US.wav')
  const pressedAt = Date.now()
  await page.keyboard.press('r')
  await livePanel(page).getByText(messages['recording.on']).waitFor({ timeout: 60_000 })
  await sleep(4_000)
  await hangUp(page)

  const call = await waitUntil('whole recordings', async () => {
    const latest = await getLatestCall(page)
    const isFinished = latest.recordings.every(({ state }: { state: string }) => state === 'finished')
    return isFinished && latest.recordings.length === 2 ? latest : null
  })
  const { at } = call.marks.find((mark: { type: string }) => mark.type === 'recording-started')
  // Audio arrives slightly later than it is sent; the sentence takes much longer.
  const beforeRecording = { toneHz: 1_000, fromMs: pressedAt, toMs: at + 1_000 }
  expect(ada.received.match(announcement, beforeRecording)).toBeGreaterThan(0.7)
  for (const recording of call.recordings) {
    expect(recording.durationMs).toBeGreaterThan(3_500)
    expect(Math.abs(recording.durationMs - (call.endedAt - at))).toBeLessThan(1_000)
    const { pcm, sampleRate } = await downloadRecording(page, app, recording.id)
    const kind = call.legs.find((leg: { id: string }) => leg.id === recording.legId).kind
    const has = (frequency: number) => shareOfEnergy(pcm, frequency, sampleRate) > 0.2
    expect({ kind, tone: has(1_000), voice: has(ada.toneHz) }).toEqual(
      kind === 'phone' ? { kind, tone: true, voice: false } : { kind, tone: false, voice: true },
    )
  }

  await page.goto(`${app.phoneUrl}/calls/${call.id}`)
  await page.waitForURL(`${app.phoneUrl}/contacts?call=${call.id}`)
  const drawer = page.getByRole('dialog')
  await playAndDownload(page)
  await inspectBoth(page, 'player')

  await drawer.getByRole('button', { name: messages['recording.delete'] }).click()
  const question = page.getByRole('alertdialog', { name: messages['recording.delete-question'] })
  await question.waitFor()
  await inspectBoth(page, 'player-delete')
  await question.getByRole('button', { name: messages['recording.delete'] }).click()
  await drawer.getByText(/^The recording was deleted on [A-Z][a-z]{2} \d{1,2}, \d{4} by ada\./).waitFor()
  expect(await drawer.getByRole('button', { name: messages['player.play'] }).count()).toBe(0)
  await inspectBoth(page, 'player-deleted')
})

async function inspectBoth(page: Page, name: string): Promise<void> {
  for (const width of testedWidths) {
    await page.setViewportSize({ width, height: 844 })
    await inspectPage(page, name)
  }
}
