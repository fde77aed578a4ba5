import type { Kysely, Selectable } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/** The audio of one leg. `file` is relative to the recordings directory. */
export interface StoredRecording {
  readonly id: string
  readonly callId: string
  readonly workspaceId: string
  readonly legId: string
  readonly nodeId: string
  readonly file: string
  readonly startedAt: Date
  readonly durationMs: number
  readonly sizeBytes: number
  readonly state: 'writing' | 'finished' | 'recovered' | 'lost'
}

export async function insertRecording(database: Database, recording: StoredRecording): Promise<void> {
  await database
    .insertInto('recordings')
    .values({
      id: recording.id,
      call_id: recording.callId,
      workspace_id: recording.workspaceId,
      leg_id: recording.legId,
      node_id: recording.nodeId,
      location: recording.file,
      started_at: recording.startedAt,
      duration_ms: recording.durationMs,
      size_bytes: recording.sizeBytes,
      state: recording.state,
    })
    .onConflict((conflict) => conflict.column('location').doNothing())
    .execute()
}

/** Finalizes the recording that is written to `file`. No-op when it is already final. */
export async function finalizeRecording(
  database: Database,
  file: string,
  end: { state: 'finished' | 'recovered' | 'lost'; durationMs: number; sizeBytes: number },
): Promise<void> {
  await database
    .updateTable('recordings')
    .set({ state: end.state, duration_ms: end.durationMs, size_bytes: end.sizeBytes })
    .where('location', '=', file)
    .where('state', '=', 'writing')
    .execute()
}

export async function findRecording(database: Database, id: string): Promise<StoredRecording | null> {
  const row = await database.selectFrom('recordings').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toRecording(row) : null
}

/** Returns the recordings of calls, the earliest first. */
export async function listRecordings(
  database: Database,
  callIds: readonly string[],
): Promise<StoredRecording[]> {
  if (callIds.length === 0) return []
  const rows = await database
    .selectFrom('recordings')
    .selectAll()
    .where('call_id', 'in', callIds)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  return rows.map(toRecording)
}

/** Returns the unfinished recordings of a node. After a crash, these are the recordings to recover. */
export async function listUnfinishedRecordings(
  database: Database,
  nodeId: string,
): Promise<StoredRecording[]> {
  const rows = await database
    .selectFrom('recordings')
    .selectAll()
    .where('node_id', '=', nodeId)
    .where('state', '=', 'writing')
    .execute()
  return rows.map(toRecording)
}

/**
 * Returns the offset of a recording from the start of the audio of its call, in milliseconds. The audio
 * starts with the first recording that is not lost. The offset of a lost recording is 0.
 */
export function recordingOffsetMs(
  recording: StoredRecording,
  recordings: readonly StoredRecording[],
): number {
  if (recording.state === 'lost') return 0
  const available = recordings.filter(({ state }) => state !== 'lost')
  const startedAtMs = Math.min(...available.map(({ startedAt }) => startedAt.getTime()))
  return recording.startedAt.getTime() - startedAtMs
}

/** Deletes the rows of the recordings of a call. Returns how many there were. */
export async function deleteRecordingRows(database: Database, callId: string): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('recordings')
    .where('call_id', '=', callId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

type RecordingRow = Selectable<PhoneTables['recordings']>

function toRecording(row: RecordingRow): StoredRecording {
  return {
    id: row.id,
    callId: row.call_id,
    workspaceId: row.workspace_id,
    legId: row.leg_id,
    nodeId: row.node_id,
    file: row.location,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    sizeBytes: Number(row.size_bytes),
    state: row.state,
  }
}
