import { readFileSync } from 'node:fs'
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
  sleep,
  waitUntil,
  waitUntilConnected,
} from './calling.ts'
import { withOwnApp } from './fixture.ts'
import { shareOfEnergy } from './received-audio.ts'

const test = withOwnApp()

/**
 * Guarantee: a reload does not end the call, whose audio is back afterwards, and does not lose the notes just
 * written. `npm run bench dialling` measures how soon it is back.
 */
test('after a reload during a call its audio and its notes are back', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  const { page, received } = ada
  await dial(page, app, numbers.echo)
  await waitUntilConnected(page)
  const before = await getLatestCall(page)
  await waitUntil(
    'the user’s own tone',
    () => received.windowsWith(ada.toneHz, before.answeredAt, Date.now()).length > 3,
  )

  await livePanel(page).getByLabel(messages['live.notes']).fill('By 4 December')
  const reloadedAt = Date.now()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await waitUntil(
    'the tone after the reload',
    () => received.windowsWith(ada.toneHz, reloadedAt + 300, Date.now()).length > 3,
  )
  await waitUntilConnected(page)
  expect(await livePanel(page).getByLabel(messages['live.notes']).inputValue()).toBe('By 4 December')
  await waitUntil(
    'the notes at the service',
    async () => (await getLatestCall(page)).notes === 'By 4 December',
  )

  const after = await getLatestCall(page)
  expect({ id: after.id, answeredAt: after.answeredAt, endedAt: after.endedAt }).toEqual({
    id: before.id,
    answeredAt: before.answeredAt,
    endedAt: null,
  })
  await hangUp(page)
})

/** Guarantee: when a media process dies, the call log is correct and no call stays open. */
test('when the media process is killed, the call ends or continues, and no leg stays', async ({
  app,
  openUser,
}) => {
  const grace = await openUser('grace')
  const { page } = grace
  await dial(page, app, numbers.tone)
  await waitUntilConnected(page)

  for (const pid of findMediaProcesses(app.pid)) process.kill(pid, 'SIGKILL')
  const killedAt = Date.now()

  const ended = await waitUntil(
    'the end of the call, or its sound',
    async () => {
      const call = await getLatestCall(page)
      if (call.endedAt !== null) return 'ended'
      return grace.received.windowsWith(1_000, killedAt + 500, Date.now()).length > 5 ? 'back' : null
    },
    30_000,
  )
  if (ended === 'back') await hangUp(page)
  const call = await getLatestCall(page)
  expect(call.phase).toBe('ended')
  expect(call.legs.every((leg: { state: string }) => leg.state === 'left')).toBe(true)
  expect(call.legs.every((leg: { leftAt: number | null }) => leg.leftAt !== null)).toBe(true)

  await dial(page, app, numbers.tone)
  await waitUntilConnected(page)
  const againAt = Date.now()
  await waitUntil(
    'the tone of the next call',
    () => grace.received.windowsWith(1_000, againAt, Date.now()).length > 3,
  )
  await hangUp(page)
})

/**
 * Guarantee: after `kill -9` of all processes the call log has the right end of the call, and the recording
 * contains its audio.
 */
test('when all processes are killed during a recorded call, the next start corrects the call log', async ({
  app,
  openUser,
}) => {
  const linus = await openUser('linus')
  const { page } = linus
  await dial(page, app, numbers.tone)
  await waitUntilConnected(page)
  await page.keyboard.press('r')
  await livePanel(page).getByText(messages['recording.on']).waitFor({ timeout: 60_000 })
  await sleep(4_000)

  await app.kill()
  const killedAt = Date.now()
  await sleep(1_500)
  await app.start()
  await page.goto(`${app.phoneUrl}/`)

  const call = await waitUntil('the end of the call', async () => {
    const latest = await getLatestCall(page)
    return latest.endedAt === null ? null : latest
  })
  expect(call.phase).toBe('ended')
  expect(Math.abs(call.endedAt - killedAt)).toBeLessThan(4_000)
  expect(call.recordings).toHaveLength(2)
  const trunkRecording = call.recordings.find(
    (recording: { legId: string }) =>
      call.legs.find((leg: { id: string }) => leg.id === recording.legId).kind === 'phone',
  )
  const { pcm, sampleRate } = await downloadRecording(page, app, trunkRecording.id)
  expect(pcm.length / sampleRate).toBeGreaterThan(2)
  expect(shareOfEnergy(pcm, 1_000, sampleRate)).toBeGreaterThan(0.2)

  await page.goto(`${app.phoneUrl}/contacts?call=${call.id}`)
  await playAndDownload(page)
})

/** Returns the ids of the media processes that the product forked. */
function findMediaProcesses(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
  const media = children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('/media/'))
  if (media.length === 0) throw new Error('The product has no media process.')
  return media
}
