import { type House, startHouse } from '@parley/dev-env'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findings } from './axe.ts'
import {
  audioOf,
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
import { shareOfEnergy } from './ears.ts'
import { newPerson } from './people.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house?.[Symbol.asyncDispose]())

/** Guarantee: a recording has a lane for each side with that side's sound alone, begins after the announcement, and plays. */
test('a call to the tone number is recorded in two lanes and plays in the page', async () => {
  await using ada = await newPerson(house, 'ada')
  const { page } = ada
  try {
    await dial(page, house, numbers.tone)
    await untilConnected(page)
    await page.keyboard.press('r')
    await livePanel(page).getByText(words['recording.on']).waitFor({ timeout: 60_000 })
    await pause(4_000)
    await hangUp(page)

    const call = await until('whole recordings', async () => {
      const latest = await latestCall(page)
      const isWhole = latest.recordings.every(({ state }: { state: string }) => state === 'finished')
      return isWhole && latest.recordings.length === 2 ? latest : null
    })
    const { at } = call.marks.find((mark: { type: string }) => mark.type === 'recording-started')
    for (const recording of call.recordings) {
      expect(recording.durationMs).toBeGreaterThan(3_500)
      expect(Math.abs(recording.durationMs - (call.endedAt - at))).toBeLessThan(1_000)
      const { pcm, sampleRate } = await audioOf(page, house, recording.id)
      const kind = call.legs.find((leg: { id: string }) => leg.id === recording.legId).kind
      const has = (frequency: number) => shareOfEnergy(pcm, frequency, sampleRate) > 0.2
      expect({ kind, tone: has(1_000), voice: has(ada.toneHz) }).toEqual(
        kind === 'phone' ? { kind, tone: true, voice: false } : { kind, tone: false, voice: true },
      )
    }

    await page.goto(`${house.phoneUrl}/calls/${call.id}`)
    await page.waitForURL(`${house.phoneUrl}/contacts?call=${call.id}`)
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: words['player.play'] }).click()
    await page.waitForFunction(() =>
      [...document.querySelectorAll('audio')].some((audio) => !audio.paused && audio.currentTime > 0.5),
    )

    await drawer.getByRole('button', { name: words['recording.delete'] }).click()
    const question = page.getByRole('alertdialog', { name: words['recording.delete-question'] })
    await question.waitFor()
    expect(await findings(page)).toEqual([])
    await question.getByRole('button', { name: words['recording.delete'] }).click()
    await drawer.getByText(/^The recording was deleted on .+ by ada\./).waitFor()
    expect(await drawer.getByRole('button', { name: words['player.play'] }).count()).toBe(0)
    expect(await findings(page)).toEqual([])
  } catch (error) {
    await ada.keepEvidence('recording')
    throw error
  }
})
