import { execFileSync } from 'node:child_process'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Call, Recording } from '@parley/contract/phone'
import { required, sleep, waitUntil } from '@parley/primitives'
import { detectTones } from '@parley/rtp'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { fetchWav } from '../testing/fetch-wav.ts'
import { areBothRecorded, recordOneCall, testTone } from '../testing/record-one-call.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { waitUntilStored } from '../testing/wait-until-stored.ts'

test('a recorded call has one track per participant, with the right audio', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  browser.say(500)

  const { id } = await browser.call(testTone, { recording: 'on' })
  await browser.waitForCall(id, areBothRecorded)
  await browser.waitForTone(1000)
  await sleep(1_000)
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  await browser.next('call.ended')

  const { body: call } = await phone.as(ada).get(`/calls/${id}`)
  expect(call.recordings).toHaveLength(2)
  for (const leg of call.legs as { id: string; kind: string }[]) {
    const recording = call.recordings.find(({ legId }: { legId: string }) => legId === leg.id)
    expect(recording).toMatchObject({ state: 'finished', offsetMs: 0 })
    expect(recording.durationMs).toBeGreaterThan(900)
    const { samples, sampleRate } = await fetchWav(phone, ada, `/recordings/${recording.id}/links`)
    const later = samples.subarray(Math.floor(samples.length / 2))
    expect(detectTones(later, [500, 1000], sampleRate)).toEqual([leg.kind === 'browser' ? 500 : 1000])
  }
  const mixed = await fetchWav(phone, ada, `/calls/${id}/audio-links`)
  const later = mixed.samples.subarray(Math.floor(mixed.samples.length / 2))
  expect(detectTones(later, [500, 1000], mixed.sampleRate)).toEqual([500, 1000])
  const { body: peaks } = await phone.as(ada).get(`/recordings/${call.recordings[0].id}/peaks?count=20`)
  expect(peaks.peaks).toHaveLength(20)
  expect(Math.max(...peaks.peaks)).toBeGreaterThan(0.05)
})

test('audio supports range requests through a signed link that expires', async () => {
  let nowMs = Date.now()
  await using phone = await startPhone({ now: () => new Date(nowMs) })
  const { ada, recordingId } = await recordOneCall(phone)
  const link = await phone.requestAudio(ada, `/recordings/${recordingId}/links`)
  const { get } = link

  const complete = await get(link.url)
  const bytes = Buffer.from(await complete.arrayBuffer())
  const part = await get(link.url, 'bytes=100-199')
  const tail = await get(link.url, 'bytes=-50')
  const beyond = await get(link.url, `bytes=${bytes.length}-`)
  const forged = await get(link.url.replace('signature=', 'signature=-'))
  const stretched = await get(
    link.url.replace(/expires=(\d+)/, (_: string, at: string) => `expires=${Number(at) + 1}`),
  )
  nowMs += 5 * 60_000
  const late = await get(link.url)

  expect(complete.status).toBe(200)
  expect(part.status).toBe(206)
  expect(part.headers.get('content-range')).toBe(`bytes 100-199/${bytes.length}`)
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200))
  expect(Buffer.from(await tail.arrayBuffer())).toEqual(bytes.subarray(-50))
  expect(beyond.status).toBe(416)
  expect([forged.status, stretched.status, late.status]).toEqual([403, 403, 403])
})

/** Guarantee (SR25, CM4): a link to a recording works in the session that requested it, and in no other. */
test('SR25: a link is rejected without a session, in another session, for another user and after sign-out', async () => {
  let nowMs = Date.now()
  await using phone = await startPhone({ now: () => new Date(nowMs) })
  const { ada, recordingId } = await recordOneCall(phone)
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const link = await phone.requestAudio(ada, `/recordings/${recordingId}/links`)
  const ofGrace = await phone.requestAudio(grace, `/recordings/${recordingId}/links`)
  const get = async (url: string, headers: Record<string, string>) =>
    (await fetch(`${phone.service.url}${url}`, { headers })).status

  expect(await get(link.url, {})).toBe(403)
  expect(await get(link.url, { cookie: ofGrace.cookie })).toBe(403)
  expect(await get(link.url, { cookie: link.cookie.replace(/=[^.]+/, '=another-session') })).toBe(403)
  expect(await get(link.url, { cookie: link.cookie.replace(/\.[^;]+/, '.unsigned') })).toBe(403)
  expect(await get(link.url.replace(ada.id, grace.id), { cookie: link.cookie })).toBe(403)
  expect(await get(link.url, { cookie: link.cookie })).toBe(200)

  phone.accounts.endSession(ada.id)
  nowMs += 11_000
  expect(await get(link.url, { cookie: link.cookie })).toBe(403)
})

/** Guarantee (ZR592): a link gives no access that its user has lost. */
test('ZR592: links of an administrator to recordings of other members end with the administration', async () => {
  let nowMs = Date.now()
  await using phone = await startPhone({ now: () => new Date(nowMs) })
  const { ada, callId, recordingId } = await recordOneCall(phone)
  const grace = phone.accounts.addUser('Grace', ada.teamIds, [...ada.teamIds])
  const links = [
    await phone.requestAudio(grace, `/recordings/${recordingId}/links`),
    await phone.requestAudio(grace, `/calls/${callId}/audio-links`),
    await phone.requestAudio(ada, `/recordings/${recordingId}/links`),
  ]
  const listStatus = () => Promise.all(links.map(async ({ get }) => (await get()).status))
  expect(await listStatus()).toEqual([200, 200, 200])

  grace.administers.splice(0)
  nowMs += 11_000

  expect(await listStatus()).toEqual([404, 404, 200])
})

/** Guarantee (SR25): the notes of a call of another user change only with an audit entry. */
test('SR25: a change of the notes of a call of another user is audited, one of the user is not', async () => {
  await using phone = await startPhone()
  const { ada, callId } = await recordOneCall(phone)
  const grace = phone.accounts.addUser('Grace', ada.teamIds, ada.teamIds)

  await phone.as(ada).put(`/calls/${callId}/notes`, { notes: 'By Ada' })
  await phone.as(grace).put(`/calls/${callId}/notes`, { notes: 'By Grace' })

  const changes = (await listAuditEntries(phone)).filter(({ action }) => action === 'call.notes_changed')
  expect(changes).toMatchObject([{ actor_id: grace.id, subject_id: callId, details: { calledBy: ada.id } }])
})

/** Guarantee (SR7, CM4): who heard or downloaded a recording is in the audit log. */
test('SR7: playing, downloading and deleting a recording is audited', async () => {
  await using phone = await startPhone()
  const { ada, callId, recordingId } = await recordOneCall(phone)
  const single = await phone.requestAudio(ada, `/recordings/${recordingId}/links`)
  const mixed = await phone.requestAudio(ada, `/calls/${callId}/audio-links`)

  for (const range of ['bytes=0-99', 'bytes=100-199']) await single.get(single.url, range)
  await mixed.get()
  await mixed.get(`${mixed.url}&download=true`)
  await single.get(single.url.replace('signature=', 'signature=-'))
  await phone.as(ada).delete(`/calls/${callId}/recordings`)

  const entries = await listAuditEntries(phone)
  expect(entries.filter(({ action }) => /^recording|^access/.test(action))).toMatchObject([
    { action: 'recording.played', actor_id: ada.id, subject_id: recordingId, ip: '127.0.0.1' },
    { action: 'recording.played', actor_id: ada.id, subject_id: callId },
    { action: 'recording.downloaded', actor_id: ada.id, subject_id: callId },
    { action: 'access.denied', outcome: 'denied', details: { reason: 'RECORDING_LINK_EXPIRED' } },
    { action: 'recordings.deleted', actor_id: ada.id, details: { workspace: ada.teamIds[0], recordings: 2 } },
  ])
})

test('every range of the mixed audio equals that range of the whole file', async () => {
  await using phone = await startPhone()
  const { ada, callId } = await recordOneCall(phone)
  const link = await phone.requestAudio(ada, `/calls/${callId}/audio-links`)
  const complete = Buffer.from(await (await link.get()).arrayBuffer())

  for (const [start, end] of [
    [0, 10],
    [40, 51],
    [45, 45],
    [1001, 2002],
    [complete.length - 3, complete.length - 1],
  ] as const) {
    const part = await link.get(link.url, `bytes=${start}-${end}`)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(complete.subarray(start, end + 1))
  }
})

/**
 * Guarantee: deleted audio is removed from disk, all its links stop working, and the call records who deleted
 * it.
 */
test('a participant can delete the audio of a call once; the call remains and records who deleted it', async () => {
  await using phone = await startPhone()
  const { ada, callId, recordingId } = await recordOneCall(phone)
  const nonParticipant = phone.signUp('Linus')
  const directory = join(phone.dataDirectory, 'recordings')
  const link = await phone.requestAudio(ada, `/recordings/${recordingId}/links`)
  const files = (await waitUntilStored(phone, callId)).map(({ path }) => path)
  const remove = (person: typeof ada) => phone.as(person).delete(`/calls/${callId}/recordings`)

  const byNonParticipant = await remove(nonParticipant)
  const filesAfterRejection = await listFiles(directory)
  const responses = await Promise.all([remove(ada), remove(ada), remove(ada)])
  const again = await remove(ada)

  expect(files).toHaveLength(2)
  expect([byNonParticipant.status, filesAfterRejection.toSorted()]).toEqual([404, files.toSorted()])
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect(again.body).toMatchObject({ code: 'RECORDING_NOT_FOUND' })
  await waitUntil('the files are deleted', async () => (await listFiles(directory)).length === 0)
  expect((await link.get()).status).toBe(404)
  const { body: call } = await phone.as(ada).get(`/calls/${callId}`)
  expect(call).toMatchObject({ phase: 'ended', recordings: [], recordingDeleted: { byName: 'Ada' } })
  expect((await phone.as(ada).get('/calls?filter=recorded')).body.items).toEqual([])
})

/** Guarantee: only participants and administrators can delete recordings. */
test('a member who was not in the call cannot delete its audio, but an administrator can', async () => {
  await using phone = await startPhone()
  const { ada, callId } = await recordOneCall(phone)
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const hedy = phone.accounts.addUser('Hedy', ada.teamIds, ada.teamIds)

  const rejected = await phone.as(grace).delete(`/calls/${callId}/recordings`)
  const deleted = await phone.as(hedy).delete(`/calls/${callId}/recordings`)

  expect(rejected.body).toMatchObject({ code: 'CALL_NOT_FOUND' })
  expect(deleted.body).toMatchObject({ recordings: [], recordingDeleted: { byName: 'Hedy' } })
})

test('a stopped recording is kept, and the call continues without recording', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(testTone)
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')

  await phone.as(ada).post(`/calls/${id}/recording/start`)
  await browser.waitForCall(id, ({ recordingState }) => recordingState === 'on')
  const stopped = await phone.as(ada).post(`/calls/${id}/recording/stop`)

  expect(stopped.body).toMatchObject({ recordingState: 'stopped', phase: 'talking' })
  expect(stopped.body.recordings.map(({ state }: { state: string }) => state)).toEqual([
    'finished',
    'finished',
  ])
})

test('a lost recording does not shift the others: offsets start at the first available recording', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(testTone, { recording: 'on' })
  await browser.waitForCall(id, areBothRecorded)
  const folder = join(phone.dataDirectory, 'recordings-spool')
  for (const file of await listFiles(folder)) await rm(file)
  await phone.as(ada).post(`/calls/${id}/recording/stop`)

  await phone.as(ada).post(`/calls/${id}/recording/start`)
  await browser.waitForCall(id, ({ recordings }) => recordings.length === 4)
  await sleep(500)
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  await browser.next('call.ended')

  const { body: call } = await phone.as(ada).get(`/calls/${id}`)
  const [lost, kept] = [recordingsIn(call, 'lost'), recordingsIn(call, 'finished')]
  expect([lost.length, kept.length]).toEqual([2, 2])
  expect(Math.min(...kept.map(({ offsetMs }) => offsetMs))).toBe(0)
  for (const recording of kept) {
    expect(recording.startedAt).toBeGreaterThan(required(lost[0], 'a lost row').startedAt)
    const { body: peaks } = await phone.as(ada).get(`/recordings/${recording.id}/peaks`)
    expect([peaks.offsetMs, peaks.durationMs]).toEqual([recording.offsetMs, recording.durationMs])
  }
  const mixed = await fetchWav(phone, ada, `/calls/${id}/audio-links`)
  const lengthMs = Math.max(...kept.map(({ offsetMs, durationMs }) => offsetMs + durationMs))
  expect((mixed.samples.length * 1_000) / mixed.sampleRate).toBe(lengthMs)
})

/** Guarantee: a call never shows an active recording that is not being written. */
test('a full disk ends the recording as failed, and the audio written before can be played', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(testTone, { recording: 'on' })
  await browser.waitForCall(id, areBothRecorded)

  // A few seconds per track.
  limitFileSize(required(phone.engine.mediaPids[0], 'a media process'), 80_000)
  await browser.waitForCall(id, ({ recordingState }) => recordingState === 'failed')
  const closed = await browser.waitForCall(
    id,
    ({ recordings }) => recordings.filter(({ state }) => state === 'finished').length === 2,
  )

  expect(closed).toMatchObject({ phase: 'talking', recordingState: 'failed' })
  expect(closed.marks.map(({ type }) => type)).toEqual(['recording-started', 'recording-stopped'])
  for (const { id: recordingId, durationMs } of closed.recordings) {
    const { samples, sampleRate } = await fetchWav(phone, ada, `/recordings/${recordingId}/links`)
    expect(durationMs).toBeGreaterThanOrEqual(1_000)
    expect(samples).toHaveLength((durationMs * sampleRate) / 1_000)
  }

  // With free space again, a new recording is stored beside the first.
  limitFileSize(required(phone.engine.mediaPids[0], 'a media process'), 'unlimited')
  await phone.as(ada).post(`/calls/${id}/recording/start`)
  const again = await browser.waitForCall(id, ({ recordings }) => recordings.length === 4)
  expect(again.recordingState).toBe('on')
})

test('a recording that cannot start is reported as failed', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(testTone)
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  await rm(join(phone.dataDirectory, 'recordings-spool'), { recursive: true })
  await writeFile(join(phone.dataDirectory, 'recordings-spool'), 'no directory')

  await phone.as(ada).post(`/calls/${id}/recording/start`)

  const failed = await browser.waitForCall(id, ({ recordingState }) => recordingState === 'failed')
  expect(failed).toMatchObject({ phase: 'talking', recordings: [], marks: [] })
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  expect((await browser.next('call.ended')).call.recordingState).toBe('failed')
})

function recordingsIn(call: Call, state: Recording['state']): Recording[] {
  return call.recordings.filter((recording) => recording.state === state)
}

/** Limits the file size of a process to simulate a full disk. */
function limitFileSize(pid: number, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
}

async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}
