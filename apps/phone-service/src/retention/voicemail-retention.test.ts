import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { announcementFile } from '@parley/call-engine'
import { required, sleep, waitUntil } from '@parley/primitives'
import { readWav } from '@parley/rtp'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import {
  listLines,
  startTranscribedWorkspace,
  waitForTranscription,
} from '../testing/start-transcribed-workspace.ts'

const toneHz = 1_000

/** Starts a workspace whose incoming calls go to its voicemail. */
async function start() {
  const stack = new AsyncDisposableStack()
  const all = stack.use(await startTranscribedWorkspace())
  const { phone, ada } = all
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  const [open, closed] = [{ kind: 'voicemail' }, { kind: 'hang-up' }]
  const route = { number: null, openingHoursId: null, open, closed, unanswered: closed }
  const configuration = { groups: [], openingHours: [], routes: [route] }
  expect((await phone.as(ada).put('/routing', { version: 0, configuration })).status).toBe(200)
  const listMessages = async () => (await phone.as(ada).get('/voicemails')).body.items
  return {
    ...all,
    listMessages,
    /** Leaves a message. Returns the id of its call. */
    leaveMessage: async (): Promise<string> => {
      const before = (await listMessages()).length
      const far = await trunk.callIn()
      await far.next('answered')
      await far.receivesTone(toneHz)
      far.play(await openSpeech())
      await sleep(2_500)
      await far.hangUp()
      const messages = await waitUntil('the message is listed', async () => {
        const items = await listMessages()
        return items.length > before && items
      })
      return messages[0].call.id
    },
    listFiles: async () => {
      const files = await readdir(join(phone.dataDirectory, 'recordings'), { recursive: true })
      return files.filter((file) => file.endsWith('.wav'))
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Returns speech at 8 kHz: what is no speech is not transcribed. */
async function openSpeech() {
  const file = await readFile(announcementFile({ name: 'voicemail-greeting', language: 'en-US' }))
  const { pcm, sampleRate } = required(readWav(file), 'a WAV file')
  const samples = pcm.filter((_, index) => index % (sampleRate / 8_000) === 0)
  let at = 0
  return {
    read(count: number) {
      const frame = samples.slice(at, at + count)
      at += count
      return frame.length === count ? frame : null
    },
  }
}

/** Guarantee (ZR857): a real message, its file and its transcript expire after the days of voicemails. */
test('ZR857: a voicemail is deleted after its days with its file and transcript, and a newer one and the entries of both stay', async () => {
  await using all = await start()
  const { phone, ada, workspace, listMessages, listFiles } = all
  const expired = await all.leaveMessage()
  const recent = await all.leaveMessage()
  for (const callId of [expired, recent]) {
    expect((await phone.as(ada).post(`/calls/${callId}/transcription`)).status).toBeLessThan(300)
    await waitForTranscription(phone, ada, callId, 'done')
    expect(await listLines(phone, ada, callId)).not.toEqual([])
  }
  await waitUntil('both files are stored', async () => (await listFiles()).length === 2)
  const { pool } = phone.database
  await pool.query("update phone.calls set ended_at = ended_at - interval '31 days' where id = $1", [expired])
  const periods = { recordingDays: null, voicemailDays: 30, transcriptDays: null, callDays: null }
  const preview = (await phone.as(ada).post('/retention/preview', periods)).body
  expect(preview).toMatchObject({ voicemails: { count: 1 }, recordings: { count: 0 }, calls: { count: 0 } })
  expect((await phone.as(ada).put('/retention', periods)).status).toBe(200)
  expect(await listMessages()).toHaveLength(2)

  await pool.query('update phone.retention_periods set due_at = now()')
  await waitUntil('the expired message is deleted', async () => (await listMessages()).length === 1, 30_000)
  await waitUntil('its file is deleted', async () => (await listFiles()).length === 1, 30_000)

  expect((await listMessages())[0].call.id).toBe(recent)
  expect((await listFiles())[0]).toContain(recent)
  const { rows } = await pool.query('select distinct call_id from phone.transcript_lines')
  expect(rows).toEqual([{ call_id: recent }])
  expect((await pool.query('select call_id from phone.transcriptions')).rows).toEqual([{ call_id: recent }])
  expect((await phone.as(ada).get(`/calls/${expired}`)).status).toBe(200)
  expect((await phone.as(ada).post(`/calls/${expired}/audio-links`)).body.code).toBe('RECORDING_NOT_FOUND')
  const entries = (await listAuditEntries(phone)).filter(({ action }) => action === 'retention.applied')
  expect(entries.map(({ details }) => details)).toEqual([{ workspace, data: 'voicemails' }])
})
