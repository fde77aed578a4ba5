import { readFileSync } from 'node:fs'
import { type House, startHouse } from '@parley/dev-env'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
import { newPerson } from './people.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house?.[Symbol.asyncDispose]())

/** Guarantee: a reload loses neither the call, which is heard again within five seconds, nor what was just written. */
test('the page is reloaded in a call, and the sound is back within five seconds', async () => {
  await using ada = await newPerson(house, 'ada')
  const { page, ears } = ada
  try {
    await dial(page, house, numbers.echo)
    await untilConnected(page)
    const before = await latestCall(page)
    await until('the own tone', () => ears.windowsWith(ada.toneHz, before.answeredAt, Date.now()).length > 3)

    await livePanel(page).getByLabel(words['live.notes']).fill('By 4 December')
    const reloadedAt = Date.now()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await until(
      'the tone after the reload',
      () => ears.windowsWith(ada.toneHz, reloadedAt + 300, Date.now()).length > 3,
    )
    expect(ears.windowsWith(ada.toneHz, reloadedAt + 300, Date.now())[0]! - reloadedAt).toBeLessThan(5_000)
    await untilConnected(page)
    expect(await livePanel(page).getByLabel(words['live.notes']).inputValue()).toBe('By 4 December')
    await until('the notes at the service', async () => (await latestCall(page)).notes === 'By 4 December')

    const after = await latestCall(page)
    expect({ id: after.id, answeredAt: after.answeredAt, endedAt: after.endedAt }).toEqual({
      id: before.id,
      answeredAt: before.answeredAt,
      endedAt: null,
    })
    await hangUp(page)
  } catch (error) {
    await ada.keepEvidence('reload')
    throw error
  }
})

/** Guarantee: a media process that dies leaves a right record and nobody hanging. */
test('the media process is killed: the call ends or comes back, and no leg is left over', async () => {
  await using grace = await newPerson(house, 'grace')
  const { page } = grace
  await dial(page, house, numbers.tone)
  await untilConnected(page)

  for (const pid of mediaProcessesOf(house.pid)) process.kill(pid, 'SIGKILL')
  const killedAt = Date.now()

  const ended = await until(
    'the end of the call, or its sound',
    async () => {
      const call = await latestCall(page)
      if (call.endedAt !== null) return 'ended'
      return grace.ears.windowsWith(1_000, killedAt + 500, Date.now()).length > 5 ? 'back' : null
    },
    30_000,
  )
  if (ended === 'back') await hangUp(page)
  const call = await latestCall(page)
  expect(call.phase).toBe('ended')
  expect(call.legs.every((leg: { state: string }) => leg.state === 'left')).toBe(true)
  expect(call.legs.every((leg: { leftAt: number | null }) => leg.leftAt !== null)).toBe(true)

  await dial(page, house, numbers.tone)
  await untilConnected(page).catch(async (error: unknown) => {
    await grace.keepEvidence('media-killed')
    throw error
  })
  const againAt = Date.now()
  await until(
    'the tone of the next call',
    () => grace.ears.windowsWith(1_000, againAt, Date.now()).length > 3,
  )
  await hangUp(page)
})

/** Guarantee: after `kill -9` of everything the call has ended at the right time and what was recorded can be heard. */
test('everything is killed in a recorded call, and the next start puts the record right', async () => {
  await using linus = await newPerson(house, 'linus')
  const { page } = linus
  await dial(page, house, numbers.tone)
  await untilConnected(page)
  await page.keyboard.press('r')
  await livePanel(page).getByText(words['recording.on']).waitFor({ timeout: 60_000 })
  await pause(4_000)

  await house.kill()
  const killedAt = Date.now()
  await pause(1_500)
  await house.start()
  await page.goto(`${house.phoneUrl}/`)

  const call = await until('the end of the call', async () => {
    const latest = await latestCall(page)
    return latest.endedAt === null ? null : latest
  })
  expect(call.phase).toBe('ended')
  expect(Math.abs(call.endedAt - killedAt)).toBeLessThan(4_000)
  expect(call.recordings).toHaveLength(2)
  const onTheLine = call.recordings.find(
    (recording: { legId: string }) =>
      call.legs.find((leg: { id: string }) => leg.id === recording.legId).kind === 'phone',
  )
  const { pcm, sampleRate } = await audioOf(page, house, onTheLine.id)
  expect(pcm.length / sampleRate).toBeGreaterThan(2)
})

/** The children that a house forked for media, by their command line. */
function mediaProcessesOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
  const media = children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('/media/'))
  if (media.length === 0) throw new Error('The house has no media process.')
  return media
}
