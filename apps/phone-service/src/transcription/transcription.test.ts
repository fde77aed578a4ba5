import { parseWavHeader, sleep, waitUntil } from '@parley/primitives'
import { loopbackNetworks } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { createSilence, insertRecordedCall, readSpeech } from '../testing/insert-recorded-call.ts'
import { restartPhone } from '../testing/start-phone.ts'
import {
  listLines,
  startTranscribedWorkspace,
  waitForTranscription,
} from '../testing/start-transcribed-workspace.ts'
import {
  createTranscript,
  type TranscriptionFault,
  transcriptionFaults,
} from '../testing/transcription-server.ts'

const speech = await readSpeech()
const speechMs = speech.length / 32
const spoken = (before: number, after = 0) =>
  Buffer.concat([createSilence(before), speech, createSilence(after)])
const bothParties = [
  { party: 'caller', sound: spoken(10, 60) },
  { party: 'user', offsetMs: 1_000, sound: spoken(30) },
] as const

const start = (path: string) => `/calls/${path}/transcription`
const listActions = async (phone: Parameters<typeof listAuditEntries>[0]) =>
  (await listAuditEntries(phone)).map(({ action }) => action).filter((action) => /^transcript/.test(action))

test('ZR758: each party is sent without its silence, and the lines have the times of the audio of the call', async () => {
  await using all = await startTranscribedWorkspace()
  const { phone, provider, workspace, grace } = all
  const callId = await insertRecordedCall(phone, workspace, { answeredBy: grace, tracks: bothParties })
  expect((await phone.as(grace).get(start(callId))).body).toMatchObject({
    state: 'none',
    canStart: true,
    providerHost: `127.0.0.1:${provider.port}`,
  })

  expect((await phone.as(grace).post(start(callId))).status).toBe(200)
  const done = await waitForTranscription(phone, grace, callId, 'done')

  expect(done).toMatchObject({ progress: { done: 2, total: 2 }, problem: null, canStart: false })
  const { body: call } = await phone.as(grace).get(`/calls/${callId}`)
  const lines = await listLines(phone, grace, callId)
  expect(lines).toMatchObject([
    { legId: call.legs[0].id, text: 'Good morning.', language: 'english', edited: null },
    { legId: call.legs[1].id, text: 'Good morning.' },
  ])
  const [first, second] = lines
  expect(first.startMs).toBeGreaterThan(9_000)
  expect(first.endMs).toBeLessThan(10_000 + speechMs)
  expect(second.startMs).toBeGreaterThan(30_000)
  expect(second.startMs).toBeLessThan(32_000)
  for (const { audio } of provider.received) {
    const header = parseWavHeader(audio)
    expect(header?.dataBytes).toBe(audio.length - 44)
    expect((header?.dataBytes ?? 0) / 32).toBeLessThan(speechMs + 1_500)
  }
  expect((await phone.as(grace).post(start(callId))).status).toBe(200)
  expect(await listActions(phone)).toEqual(['transcription.requested', 'transcript.read'])
  expect(provider.received).toHaveLength(2)
})

test('a recording without speech is complete without a request', async () => {
  await using all = await startTranscribedWorkspace()
  const { phone, provider, workspace, grace } = all
  const tracks = [{ party: 'caller', sound: createSilence(20) }] as const
  const callId = await insertRecordedCall(phone, workspace, { answeredBy: grace, tracks })

  await phone.as(grace).post(start(callId))

  expect((await waitForTranscription(phone, grace, callId, 'done')).progress).toEqual({ done: 0, total: 0 })
  expect(provider.received).toEqual([])
  expect((await phone.as(grace).get(`/calls/${callId}/transcript/export`)).body.code).toBe(
    'TRANSCRIPT_NOT_FOUND',
  )
})

/** Guarantee (ZR759): no audio leaves the server unless the workspace has chosen it, and emergency calls never do. */
test('ZR759: recorded calls are transcribed by themselves from the moment that it is enabled, except emergency calls', async () => {
  await using all = await startTranscribedWorkspace()
  const { phone, provider, workspace, grace, configure } = all
  const insert = (number?: string) =>
    insertRecordedCall(phone, workspace, {
      answeredBy: grace,
      tracks: [{ party: 'caller', sound: spoken(1) }],
      ...(number === undefined ? {} : { number }),
    })
  const before = await insert()
  await sleep(20)
  await configure(true)
  const emergency = await insert('911')
  const after = await insert()

  await waitForTranscription(phone, grace, after, 'done')

  const states = [before, emergency].map(async (id) => (await phone.as(grace).get(start(id))).body)
  expect(await Promise.all(states)).toMatchObject([
    { state: 'none', canStart: true },
    { state: 'none', canStart: false },
  ])
  expect((await phone.as(grace).post(start(emergency))).body.code).toBe('EMERGENCY_CALL_NOT_TRANSCRIBED')
  expect(provider.received).toHaveLength(1)
  await phone.as(all.ada).delete('/model-providers/transcription')
  expect((await phone.as(grace).post(start(before))).body.code).toBe('TRANSCRIPTION_NOT_CONFIGURED')
})

/** A clock that a test moves, so that it does not wait for the next attempt. */
function createClock() {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: (ms: number) => {
      offsetMs += ms
    },
  }
}

test.each([
  ['fails', transcriptionFaults.serverError],
  ['closes the connection', transcriptionFaults.truncated],
  ['sends no JSON', transcriptionFaults.notJson],
  ['sends incomplete JSON', transcriptionFaults.incomplete],
])('a chunk for which the provider %s is sent again later', async (_, fault: TranscriptionFault) => {
  const clock = createClock()
  await using all = await startTranscribedWorkspace({ now: clock.now })
  const { phone, provider, workspace, grace } = all
  const tracks = [{ party: 'caller', sound: spoken(1) }] as const
  const callId = await insertRecordedCall(phone, workspace, { answeredBy: grace, tracks })
  provider.respondNext(fault)
  await phone.as(grace).post(start(callId))
  await waitUntil(
    'the attempt has failed',
    async () => (await phone.as(grace).get(start(callId))).body.retriesAt !== null,
  )

  clock.advance(6_000)
  await waitForTranscription(phone, grace, callId, 'done')

  expect(provider.received).toHaveLength(2)
  expect(await listLines(phone, grace, callId)).toHaveLength(1)
})

test('ZR760: the provider is not asked before the time for which it asks', async () => {
  const clock = createClock()
  await using all = await startTranscribedWorkspace({ now: clock.now })
  const { phone, provider, workspace, grace } = all
  const tracks = [{ party: 'caller', sound: spoken(1) }] as const
  const callId = await insertRecordedCall(phone, workspace, { answeredBy: grace, tracks })
  provider.respondNext((response) => response.writeHead(429, { 'retry-after': '600' }).end())
  await phone.as(grace).post(start(callId))
  await waitUntil(
    'the attempt has failed',
    async () => (await phone.as(grace).get(start(callId))).body.retriesAt !== null,
  )
  const { retriesAt } = (await phone.as(grace).get(start(callId))).body
  expect(retriesAt - clock.now().getTime()).toBeGreaterThan(590_000)

  clock.advance(580_000)
  await sleep(1_500)
  expect(provider.received).toHaveLength(1)
  clock.advance(30_000)
  await waitForTranscription(phone, grace, callId, 'done')
})

test('ZR761: a chunk that the provider rejects does not lose the others, and only it is sent again on request', async () => {
  await using all = await startTranscribedWorkspace()
  const { phone, provider, workspace, grace } = all
  const callId = await insertRecordedCall(phone, workspace, { answeredBy: grace, tracks: bothParties })
  provider.respondNext((response) => response.writeHead(400).end('{"error":{"message":"No."}}'))
  await phone.as(grace).post(start(callId))
  const failed = await waitForTranscription(phone, grace, callId, 'failed')

  expect(failed).toMatchObject({
    problem: 'request-rejected',
    canStart: true,
    progress: { done: 1, total: 2 },
  })
  expect(await listLines(phone, grace, callId)).toHaveLength(1)
  await phone.as(grace).post(start(callId))
  await waitForTranscription(phone, grace, callId, 'done')
  expect(await listLines(phone, grace, callId)).toHaveLength(2)
  expect(provider.received).toHaveLength(3)
})

test('ZR762: after a restart only the chunk is sent again whose response had not arrived', async () => {
  await using all = await startTranscribedWorkspace()
  const { phone, provider, workspace, grace } = all
  const callId = await insertRecordedCall(phone, workspace, { answeredBy: grace, tracks: bothParties })
  // The second request stays without a response.
  provider.respondNext(
    () => createTranscript('First part.'),
    () => undefined,
  )
  await phone.as(grace).post(start(callId))
  await waitUntil('the second request has arrived', async () => {
    const { progress } = (await phone.as(grace).get(start(callId))).body
    return progress.done === 1 && provider.received.length === 2
  })
  await phone.service[Symbol.asyncDispose]()
  expect(provider.received).toHaveLength(2)

  await using restarted = await restartPhone(phone, { outboundNetworks: loopbackNetworks })
  await waitForTranscription(restarted, grace, callId, 'done')

  expect(provider.received).toHaveLength(3)
  expect(await listLines(restarted, grace, callId)).toHaveLength(2)
})

/** Guarantee (ZR763): a transcript does not outlive its recording, also if its text arrives later. */
test('ZR763: a transcript is deleted with its recordings, and its late text is not saved', async () => {
  await using all = await startTranscribedWorkspace()
  const { phone, provider, workspace, grace } = all
  const insert = () => insertRecordedCall(phone, workspace, { answeredBy: grace, tracks: bothParties })
  const [complete, running] = [await insert(), await insert()]
  await phone.as(grace).post(start(complete))
  await waitForTranscription(phone, grace, complete, 'done')
  const release = Promise.withResolvers<void>()
  provider.respondAlways(async () => {
    await release.promise
    return createTranscript('Too late.')
  })
  await phone.as(grace).post(start(running))
  await waitUntil('all requests have arrived', () => provider.received.length === 4)

  for (const id of [complete, running])
    expect((await phone.as(grace).delete(`/calls/${id}/recordings`)).status).toBe(200)
  release.resolve()
  await waitUntil('the audio is deleted', async () => {
    const { rows } = await phone.database.pool.query('select id from phone.recordings')
    return rows.length === 0
  })
  await sleep(300)

  for (const table of ['transcriptions', 'transcription_tracks', 'transcription_chunks', 'transcript_lines'])
    expect((await phone.database.pool.query(`select * from phone.${table}`)).rows).toEqual([])
})

test('a call is transcribed again on request, which replaces its lines with their edits', async () => {
  await using all = await startTranscribedWorkspace()
  const { phone, provider, workspace, ada, grace } = all
  const callId = await insertRecordedCall(phone, workspace, {
    answeredBy: grace,
    tracks: [{ party: 'caller', sound: spoken(1) }],
  })
  const as = phone.as(grace)
  const restart = () => as.post(`${start(callId)}/restart`)
  provider.respondAlways(() => createTranscript('First model.'))
  expect((await restart()).body).toMatchObject({ canStart: false, canRestart: false })
  expect(await waitForTranscription(phone, grace, callId, 'done')).toMatchObject({ canRestart: true })
  const [line] = await listLines(phone, grace, callId)
  const edit = { text: 'Edited.', previousText: line.text }
  expect((await as.put(`/calls/${callId}/transcript/lines/${line.id}`, edit)).status).toBe(200)

  provider.respondAlways(() => createTranscript('Second model?'))
  expect((await Promise.all([restart(), restart()])).map(({ status }) => status)).toEqual([200, 200])
  await waitForTranscription(phone, grace, callId, 'done')
  expect(await listLines(phone, grace, callId)).toMatchObject([{ text: 'Second model?', edited: null }])
  expect((await as.get(`/calls/${callId}/transcript/lines/${line.id}/edits`)).body.code).toBe(
    'TRANSCRIPT_LINE_NOT_FOUND',
  )
  const entries = (await listAuditEntries(phone)).filter(({ action }) => action === 'transcription.restarted')
  expect(entries[0]?.details).toMatchObject({ editedLines: 1 })

  await phone.as(ada).delete('/model-providers/transcription')
  expect((await restart()).body.code).toBe('TRANSCRIPTION_NOT_CONFIGURED')
  expect(await listLines(phone, grace, callId)).toHaveLength(1)
})

test('the questions of each participant are counted from a complete transcript', async () => {
  await using all = await startTranscribedWorkspace()
  const { phone, provider, workspace, grace } = all
  const callId = await insertRecordedCall(phone, workspace, { answeredBy: grace, tracks: bothParties })
  const getQuestions = async () => (await phone.as(grace).get(`/calls/${callId}/metrics`)).body.questions
  expect(await getQuestions()).toBeNull()
  provider.respondAlways(() => createTranscript('Is it open?'))
  await phone.as(grace).post(start(callId))
  await waitForTranscription(phone, grace, callId, 'done')
  const { body: call } = await phone.as(grace).get(`/calls/${callId}`)
  const [caller, user] = call.legs
  expect(await getQuestions()).toHaveLength(2)

  const { pool } = phone.database
  await pool.query('delete from phone.transcript_lines where leg_id = $1', [user.id])
  for (const [text, count] of [
    ['開いていますか？', 1],
    ['هل هو مفتوح؟', 1],
    ['«¿Está abierto?» ', 1],
    ['Really?!', 1],
    ['Είναι ανοιχτό;', 0],
    ['Open? Good.', 0],
  ]) {
    await pool.query('update phone.transcript_lines set text = $1', [text])
    expect([text, await getQuestions()]).toEqual([text, [{ legId: caller.id, count }]])
  }
  await pool.query("update phone.transcription_chunks set state = 'failed'")
  expect(await getQuestions()).toBeNull()
})
