import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { createSilence, insertRecordedCall, readSpeech } from '../testing/insert-recorded-call.ts'
import {
  listLines,
  startTranscribedWorkspace,
  waitForTranscription,
} from '../testing/start-transcribed-workspace.ts'
import { listCallIds } from '../testing/start-workspace.ts'
import { createTranscript } from '../testing/transcription-server.ts'

const speech = await readSpeech()
const tracks = [{ party: 'caller', sound: Buffer.concat([createSilence(5), speech]) }] as const

async function startWithTranscript(text: string) {
  const all = await startTranscribedWorkspace()
  all.provider.respondAlways(() => createTranscript(text))
  const { phone, workspace, grace } = all
  const callId = await insertRecordedCall(phone, workspace, { answeredBy: grace, tracks })
  expect((await phone.as(grace).post(`/calls/${callId}/transcription`)).status).toBe(200)
  await waitForTranscription(phone, grace, callId, 'done')
  const line = required((await listLines(phone, grace, callId))[0], 'a line')
  return { ...all, callId, line, [Symbol.asyncDispose]: () => all[Symbol.asyncDispose]() }
}

type Started = Awaited<ReturnType<typeof startWithTranscript>>

/** Sends each request about a transcript, and returns the codes of the responses. */
async function requestAll({ phone, callId, line }: Started, user: Started['ada']) {
  const as = phone.as(user)
  const path = `/calls/${callId}`
  const edit = { text: 'Mine now', previousText: line.text }
  const responses = [
    await as.get(`${path}/transcription`),
    await as.post(`${path}/transcription`),
    await as.post(`${path}/transcription/restart`),
    await as.get(`${path}/transcript`),
    await as.get(`${path}/transcript/export`),
    await as.put(`${path}/transcript/lines/${line.id}`, edit),
    await as.get(`${path}/transcript/lines/${line.id}/edits`),
  ]
  return new Set(responses.map(({ body }) => body.code))
}

/** Guarantee (ZR764): a transcript is read by those who may play the recording, and searches tell nothing about it. */
test('ZR764: others neither read, edit, export, request nor find a transcript', async () => {
  await using all = await startWithTranscript('The salary of Hopper is 4711.')
  const { phone, workspace, ada, grace, linus, hedy, callId } = all

  for (const stranger of [linus, hedy]) {
    expect(await requestAll(all, stranger)).toEqual(new Set(['RECORDING_NOT_FOUND']))
    expect(await listCallIds(phone, stranger, '?search=hopper')).toEqual([])
  }
  for (const reader of [grace, ada]) expect(await listLines(phone, reader, callId)).toHaveLength(1)
  expect(await listCallIds(phone, grace, '?search=HOPPER')).toEqual([callId])
  expect(await listCallIds(phone, ada, '?scope=workspace&search=salary+4711')).toEqual([callId])
  expect(await listCallIds(phone, ada, '?scope=workspace&search=nothing')).toEqual([])

  // A word of most lines is found in another way.
  await phone.database.pool.query(
    `insert into phone.transcript_lines (id, call_id, workspace_id, recording_id, leg_id, starts_at, ends_at, text, words, search_text)
     select gen_random_uuid(), call_id, workspace_id, recording_id, leg_id, now(), now(), text, words, ' cake ' from
     phone.transcript_lines cross join generate_series(1, 200)`,
  )
  for (const stranger of [linus, hedy]) expect(await listCallIds(phone, stranger, '?search=cake')).toEqual([])
  expect(await listCallIds(phone, grace, '?search=cake')).toEqual([callId])

  // A message for Grace: an administrator reads the call, and does not hear it.
  const voicemail = { userId: grace.id, stage: 'message', at: 1 }
  await phone.database.pool.query('update phone.calls set state = state || $1 where id = $2', [
    JSON.stringify({ voicemail }),
    callId,
  ])
  expect((await phone.as(ada).get(`/calls/${callId}`)).status).toBe(200)
  expect(await requestAll(all, ada)).toEqual(new Set(['RECORDING_NOT_FOUND']))
  for (const word of ['hopper', 'cake']) {
    expect(await listCallIds(phone, ada, `?scope=workspace&search=${word}`)).toEqual([])
    expect(await listCallIds(phone, grace, `?search=${word}`)).toEqual([callId])
  }

  // A line of another call.
  const other = await insertRecordedCall(phone, workspace, { answeredBy: linus, tracks })
  const path = `/calls/${other}/transcript/lines/${all.line.id}`
  const stolen = await phone.as(linus).put(path, { text: 'Mine', previousText: all.line.text })
  expect(stolen.body.code).toBe('TRANSCRIPT_LINE_NOT_FOUND')
  expect((await phone.as(linus).get(`${path}/edits`)).body.code).toBe('TRANSCRIPT_LINE_NOT_FOUND')
})

test('ZR765: an edit keeps who replaced which text, is found by its text, and never overwrites that of another user', async () => {
  await using all = await startWithTranscript('We cell cakes.')
  const { phone, ada, grace, callId, line } = all
  const path = `/calls/${callId}/transcript/lines/${line.id}`
  const edit = (user: typeof ada, text: string, previousText: string) =>
    phone.as(user).put(path, { text, previousText })

  const edited = await edit(grace, ' We sell\ncakes. ', 'We cell cakes.')
  const late = await edit(ada, 'We sell tea.', 'We cell cakes.')
  const again = await edit(ada, 'We sell 3 cakes.', 'We sell cakes.')

  expect(edited.body).toMatchObject({ text: 'We sell cakes.', edited: { byName: 'Grace' } })
  expect(late.body.code).toBe('TRANSCRIPT_LINE_CHANGED')
  expect(again.body).toMatchObject({ text: 'We sell 3 cakes.', edited: { byName: 'Ada' } })
  expect((await phone.as(grace).get(`${path}/edits`)).body.items).toMatchObject([
    { byUserId: ada.id, byName: 'Ada', previousText: 'We sell cakes.' },
    { byUserId: grace.id, byName: 'Grace', previousText: 'We cell cakes.' },
  ])
  expect(await listCallIds(phone, grace, '?search=cell')).toEqual([])
  expect(await listCallIds(phone, grace, '?search=sell+3')).toEqual([callId])
  const audited = (await listAuditEntries(phone)).filter(({ action }) => action === 'transcript.edited')
  expect(audited.map(({ actor_id, subject_id }) => [actor_id, subject_id])).toEqual([
    [grace.id, callId],
    [ada.id, callId],
  ])
  for (const text of ['', ' \n', '\u200b', 'x'.repeat(4_001)])
    expect((await edit(ada, text, 'We sell 3 cakes.')).body.code).toBe('SCHEMA_ERROR')
  const missing = await phone
    .as(ada)
    .put(`/calls/${callId}/transcript/lines/${randomUUID()}`, { text: 'x', previousText: '' })
  expect(missing.body.code).toBe('TRANSCRIPT_LINE_NOT_FOUND')
})

test('ZR766: a line has at most 100 edits', async () => {
  await using all = await startWithTranscript('0')
  const { phone, grace, callId, line } = all
  await phone.database.pool.query(
    `insert into phone.transcript_edits (line_id, number, at, user_id, previous_text)
     select $1, number, now(), $2, '0' from generate_series(1, 100) number`,
    [line.id, grace.id],
  )
  const path = `/calls/${callId}/transcript/lines/${line.id}`
  const { body } = await phone.as(grace).put(path, { text: '1', previousText: '0' })
  expect([body.code, body.details]).toEqual(['TRANSCRIPT_EDIT_LIMIT', { limit: 100 }])
})

test('ZR767: exports contain speakers, times and texts, and no text becomes a tag or a cue', async () => {
  await using all = await startWithTranscript('<b>Hi</b> --> & bye')
  const { phone, grace, callId, line } = all
  const read = async (format: string) =>
    (await phone.as(grace).get(`/calls/${callId}/transcript/export?format=${format}`)).body

  const time = new Date(line.startMs).toISOString().slice(11, 23)
  expect(await read('txt')).toBe(`[${time.slice(0, 8)}] +12125550142: <b>Hi</b> --> & bye\n`)
  const vtt: string = await read('vtt')
  expect(vtt.startsWith(`WEBVTT\n\n${time} --> `)).toBe(true)
  expect(vtt).toContain('<v +12125550142>&lt;b&gt;Hi&lt;/b&gt; --&gt; &amp; bye</v>\n')
  const exported = await read('json')
  const { lines } = typeof exported === 'string' ? JSON.parse(exported) : exported
  expect(lines).toMatchObject([{ speaker: '+12125550142', startMs: line.startMs, text: line.text }])
  expect(lines[0].words[0]).toMatchObject({ text: '<b>Hi</b>', startMs: line.startMs })
  const exports = (await listAuditEntries(phone)).filter(({ action }) => action === 'transcript.exported')
  expect(exports).toHaveLength(1)
})

test('the transcripts and the provider of a deleted workspace are deleted', async () => {
  await using all = await startWithTranscript('Goodbye.')
  const { phone, workspace } = all
  await phone.database.pool.query(
    'insert into phone.deleted_workspaces (workspace_id, deleted_at, due_at) values ($1, now(), now())',
    [workspace],
  )
  const count = async (table: string) =>
    (await phone.database.pool.query(`select * from phone.${table} where workspace_id = $1`, [workspace]))
      .rows.length
  await expect.poll(() => count('transcriptions'), { timeout: 15_000 }).toBe(0)
  await expect.poll(() => count('model_providers'), { timeout: 15_000 }).toBe(0)
  expect(await count('transcript_lines')).toBe(0)
})
