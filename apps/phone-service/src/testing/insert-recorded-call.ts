import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { announcementFile } from '@parley/call-engine'
import { createWavHeader, parseWavHeader, required } from '@parley/primitives'
import type { StoredCall } from '../call-log/index.ts'
import type { FakeUser } from './fake-account-service.ts'
import type { TestPhone } from './start-phone.ts'
import { insertIncomingCall } from './start-workspace.ts'

/** Of the announcements. */
const sampleRate = 16_000

interface RecordedTrack {
  readonly party: 'caller' | 'user'
  /** After the start of the audio of the call. Default: 0. */
  readonly offsetMs?: number
  /** Samples at 16 kHz. */
  readonly sound: Buffer
}

/** Returns the samples of a spoken announcement of about 2 s. */
export async function readSpeech(): Promise<Buffer> {
  const bytes = await readFile(announcementFile({ name: 'recording-starts', language: 'en-US' }))
  const { dataOffset } = required(parseWavHeader(bytes), 'the header of an announcement')
  return bytes.subarray(dataOffset)
}

export function createSilence(seconds: number): Buffer {
  return Buffer.alloc(seconds * sampleRate * 2)
}

/** Stores an answered call of a user that has just ended, with the audio of its parties in the disk store. */
export async function insertRecordedCall(
  phone: Pick<TestPhone, 'database' | 'dataDirectory'>,
  workspaceId: string,
  {
    answeredBy,
    tracks,
    ...properties
  }: { readonly answeredBy: FakeUser; readonly tracks: readonly RecordedTrack[] } & Partial<StoredCall>,
): Promise<string> {
  const { pool } = phone.database
  const startedAt = Date.now()
  const id = await insertIncomingCall(phone as TestPhone, workspaceId, {
    answeredBy,
    startedAt,
    ...properties,
  })
  const { rows } = await pool.query('select state from phone.calls where id = $1', [id])
  const nodes = await pool.query('select id from phone.nodes')
  for (const { party, offsetMs = 0, sound } of tracks) {
    const leg = rows[0].state.legs[party === 'caller' ? 0 : 1]
    const recordingId = randomUUID()
    const key = `${workspaceId}/${id}/${recordingId}.wav`
    const path = join(phone.dataDirectory, 'recordings', key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, Buffer.concat([createWavHeader(sampleRate, sound.length), sound]))
    await pool.query(
      `insert into phone.recordings (id, call_id, workspace_id, leg_id, node_id, location, stored_in, started_at,
         duration_ms, size_bytes, state)
       values ($1, $2, $3, $4, $5, $6, 'disk', $7, $8, $9, 'finished')`,
      [
        recordingId,
        id,
        workspaceId,
        leg.id,
        nodes.rows[0].id,
        key,
        new Date(startedAt + offsetMs),
        Math.round(sound.length / 2 / (sampleRate / 1_000)),
        sound.length + 44,
      ],
    )
  }
  await pool.query('update phone.calls set has_recording = true where id = $1', [id])
  return id
}
