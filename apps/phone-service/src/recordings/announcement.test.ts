import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { delayAnnouncementEnds } from '../testing/delay-announcements.ts'
import { recordPlayers } from '../testing/record-players.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Guarantee (CM3): every participant hears the announcement, and no audio is written before it has ended. */
test('a call is recorded only after its participants have heard the announcement to its end', async () => {
  const announcements = delayAnnouncementEnds()
  await using phone = await startPhone({}, announcements.wrap)
  await using call = await startRecordedCall(phone)
  const { atAda, atGrace } = call

  await Promise.all([atAda.waitForVoice(), atGrace.waitForVoice()])
  const announcement = await announcements.next(2)

  const announcing = await call.read()
  expect(announcing).toMatchObject({ recordingState: 'announcing', recordings: [] })
  expect(await listRecordedFiles(phone)).toEqual([])
  announcement.end()
  const recorded = await atAda.waitForCall(call.id, ({ recordingState }) => recordingState === 'on')
  expect(recorded.recordings).toHaveLength(2)
})

/**
 * Guarantee: a participant who joins during a recording hears the announcement too, and is not recorded
 * before.
 */
test('a late joiner is recorded only after hearing the announcement to its end', async () => {
  const announcements = delayAnnouncementEnds()
  await using phone = await startPhone({}, announcements.wrap)
  await using call = await startRecordedCall(phone)
  const linus = phone.signUp('Linus')
  await using atLinus = await openBrowser(phone, linus)
  ;(await announcements.next(2)).end()
  await call.atAda.waitForCall(call.id, ({ recordings }) => recordings.length === 2)

  await phone
    .as(call.ada)
    .post(`/calls/${call.id}/participants`, { to: await getPersonalNumber(phone, linus) })
  await atLinus.answer((await atLinus.next('call.incoming')).call.id)
  await atLinus.waitForVoice()
  const announcement = await announcements.next(1)

  const announcing = await call.read()
  expect(announcing.legs[2].state).toBe('joined')
  expect(announcing.recordings).toHaveLength(2)
  expect(await listRecordedFiles(phone)).toHaveLength(2)
  announcement.end()
  const recorded = await call.atAda.waitForCall(call.id, ({ recordings }) => recordings.length === 3)
  expect(recorded.recordings.map(({ legId }) => legId)).toContain(announcing.legs[2].id)
})

/** Guarantee: a user sees that the call is recorded by another user, for as long as it is. */
test('a user at the other end sees that a call is recorded, and that recording has stopped', async () => {
  await using phone = await startPhone()
  await using call = await startRecordedCall(phone)
  const { atGrace, ada, id } = call
  const idOfGrace = (await phone.as(call.grace).get('/calls/active')).body.items[0].id

  const recorded = await atGrace.waitForCall(idOfGrace, ({ otherRecorders }) => otherRecorders.length > 0)
  await phone.as(ada).post(`/calls/${id}/recording/stop`, {})
  await atGrace.waitForCall(idOfGrace, ({ otherRecorders }) => otherRecorders.length === 0)

  expect(recorded).toMatchObject({ recordingState: 'off', otherRecorders: [{ name: null }] })
  expect(await call.read()).toMatchObject({ otherRecorders: [] })
})

/** Guarantee (ZR540): no participant hears that the recording has ended while another user still records. */
test('ZR540: participants hear that the recording has ended when the last user has stopped recording', async () => {
  const { played, wrapEngine } = recordPlayers()
  await using phone = await startPhone({}, wrapEngine)
  await using call = await startRecordedCall(phone)
  const { atAda, atGrace, ada, grace, id } = call
  const idOfGrace = (await phone.as(grace).get('/calls/active')).body.items[0].id
  await atAda.waitForCall(id, ({ recordingState }) => recordingState === 'on')
  await phone.as(grace).post(`/calls/${idOfGrace}/recording/start`, {})
  await atGrace.waitForCall(idOfGrace, ({ recordingState }) => recordingState === 'on')
  const countEnds = () => played.filter(({ name }) => name.startsWith('recording-stops')).length

  await phone.as(ada).post(`/calls/${id}/recording/stop`, {})
  expect(countEnds()).toBe(0)
  await phone.as(grace).post(`/calls/${idOfGrace}/recording/stop`, {})
  expect(countEnds()).toBe(2)
  await phone.as(grace).post(`/calls/${idOfGrace}/recording/stop`, {})
  expect(countEnds()).toBe(2)
})

/** Starts a recorded call between two users who say nothing, so that every sound is an announcement. */
async function startRecordedCall(phone: TestPhone) {
  const stack = new AsyncDisposableStack()
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  const atAda = stack.use(await openBrowser(phone, ada))
  const atGrace = stack.use(await openBrowser(phone, grace))
  const { id } = await atAda.call(await getPersonalNumber(phone, grace), { recording: 'on' })
  await atGrace.answer((await atGrace.next('call.incoming')).call.id)
  return {
    id,
    ada,
    grace,
    atAda,
    atGrace,
    read: async () => (await phone.as(ada).get(`/calls/${id}`)).body,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function getPersonalNumber(phone: TestPhone, user: Parameters<TestPhone['as']>[0]): Promise<string> {
  return (await phone.as(user).get('/me')).body.numbers[0].number
}

async function listRecordedFiles({ dataDirectory }: TestPhone): Promise<string[]> {
  const directory = join(dataDirectory, 'recordings-spool')
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
