import { type Kysely, type Selectable, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import type { RecordingStore } from './store/recording-store.ts'

type Database = Kysely<PhoneTables>

/** The audio of one leg. */
export interface StoredRecording {
  readonly id: string
  readonly callId: string
  readonly workspaceId: string
  readonly legId: string
  readonly nodeId: string
  /** Key of the object with the audio. */
  readonly key: string
  /** The spool is a directory of the node that has recorded it. */
  readonly storedIn: 'spool' | RecordingStore['kind']
  readonly startedAt: Date
  readonly durationMs: number
  readonly sizeBytes: number
  readonly state: 'writing' | 'finished' | 'recovered' | 'lost'
}

/** Inserts a recording that is being written to the spool. An existing row is kept. Returns whether it is new. */
export async function insertRecording(
  database: Database,
  recording: Pick<
    StoredRecording,
    'id' | 'callId' | 'workspaceId' | 'legId' | 'nodeId' | 'key' | 'startedAt'
  >,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('recordings')
    .values({
      id: recording.id,
      call_id: recording.callId,
      workspace_id: recording.workspaceId,
      leg_id: recording.legId,
      node_id: recording.nodeId,
      location: recording.key,
      stored_in: 'spool',
      started_at: recording.startedAt,
      duration_ms: 0,
      size_bytes: 0,
      state: 'writing',
    })
    .onConflict((conflict) => conflict.column('location').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Finalizes a recording, also one that counts as lost until its node runs again. No-op when it is already final. */
export async function finalizeRecording(
  database: Database,
  key: string,
  end: { state: 'finished' | 'recovered' | 'lost'; durationMs: number; sizeBytes: number },
): Promise<void> {
  await database
    .updateTable('recordings')
    .set({ state: end.state, duration_ms: end.durationMs, size_bytes: end.sizeBytes })
    .where('location', '=', key)
    .where('state', 'in', ['writing', 'lost'])
    .execute()
}

export async function findRecording(database: Database, id: string): Promise<StoredRecording | null> {
  const row = await database
    .selectFrom('recordings')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
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
    .where('deleted_at', 'is', null)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  return rows.map(toRecording)
}

/** Returns the finished recordings of a node that are on its disk and not yet in the store `kind`. */
export async function listRecordingsToStore(
  database: Database,
  nodeId: string,
  kind: RecordingStore['kind'],
): Promise<StoredRecording[]> {
  const rows = await database
    .selectFrom('recordings')
    .selectAll()
    .where('node_id', '=', nodeId)
    .where('stored_in', 'in', kind === 's3' ? ['spool', 'disk'] : ['spool'])
    .where('state', 'in', ['finished', 'recovered'])
    .where('deleted_at', 'is', null)
    .orderBy('started_at')
    .execute()
  return rows.map(toRecording)
}

/** Sets where a recording is stored. No-op when it has been deleted. */
export async function saveRecordingStore(
  database: Database,
  id: string,
  storedIn: RecordingStore['kind'],
): Promise<void> {
  await database
    .updateTable('recordings')
    .set({ stored_in: storedIn })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Returns those of the names of files in a spool that belong to recordings, of any state and place. */
export async function listRecordingFiles(database: Database, names: readonly string[]): Promise<Set<string>> {
  const name = sql<string>`split_part(location, '/', 3)`
  const rows = await database
    .selectFrom('recordings')
    .select(name.as('name'))
    .where(name, '=', sql<string>`any(${names})`)
    .execute()
  return new Set(rows.map((row) => row.name))
}

/** Returns the size of all recordings of a workspace: of those that are being written, the last one saved. */
export async function sumRecordingBytes(database: Database, workspaceId: string): Promise<number> {
  const { total } = await database
    .selectFrom('recordings')
    .select((query) => query.fn.coalesce(query.fn.sum<string>('size_bytes'), query.val('0')).as('total'))
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Returns the keys of the recordings of a call that are being written. */
export async function listWrittenKeys(database: Database, callId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('recordings')
    .select('location')
    .where('call_id', '=', callId)
    .where('state', '=', 'writing')
    .execute()
  return rows.map(({ location }) => location)
}

/** Saves the size of a recording that is being written. No-op when it is final. */
export async function saveWrittenSize(database: Database, key: string, sizeBytes: number): Promise<void> {
  await database
    .updateTable('recordings')
    .set({ size_bytes: sizeBytes })
    .where('state', '=', 'writing')
    .where('location', '=', key)
    .execute()
}

/** Returns when the audio of a call starts: with the first recording that is not lost. Null without one. */
export async function findAudioStart(database: Database, callId: string): Promise<Date | null> {
  const { start } = await database
    .selectFrom('recordings')
    .select((query) => query.fn.min<Date | null>('started_at').as('start'))
    .where('call_id', '=', callId)
    .where('deleted_at', 'is', null)
    .where('state', '!=', 'lost')
    .executeTakeFirstOrThrow()
  return start
}

/**
 * Returns the recordings of one call with their offsets from the start of its audio, in milliseconds. The audio
 * starts with the first recording that is not lost. The offset of a lost recording is 0.
 */
export function withOffsets(
  recordings: readonly StoredRecording[],
): (StoredRecording & { offsetMs: number })[] {
  // The start is computed once: a call can have thousands of recordings.
  const startMs = recordings.reduce(
    (earliest, { state, startedAt }) =>
      state === 'lost' ? earliest : Math.min(earliest, startedAt.getTime()),
    Infinity,
  )
  return recordings.map((recording) => ({
    ...recording,
    offsetMs: recording.state === 'lost' ? 0 : recording.startedAt.getTime() - startMs,
  }))
}

/** Counts the recordings of a call. */
export async function countRecordings(database: Database, callId: string): Promise<number> {
  const { count } = await database
    .selectFrom('recordings')
    .select((query) => query.fn.countAll<string>().as('count'))
    .where('call_id', '=', callId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Marks the recordings of a call as deleted. They are not returned any more, and their objects are deleted
 * before their rows. Returns how many there were.
 */
export async function markRecordingsDeleted(
  database: Database,
  callId: string,
  deletedAt: Date,
): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('recordings')
    .set({ deleted_at: deletedAt })
    .where('call_id', '=', callId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Marks the recordings of a deleted workspace as deleted, except those that are being written. Returns how many. */
export async function markWorkspaceRecordingsDeleted(
  database: Database,
  workspaceId: string,
  deletedAt: Date,
): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('recordings')
    .set({ deleted_at: deletedAt })
    .where('workspace_id', '=', workspaceId)
    .where('state', '!=', 'writing')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Returns the deleted recordings whose objects this node deletes: its own, and all of a shared store. A recording that
 * is being written is finalized before.
 */
export async function listRecordingsToDelete(database: Database, nodeId: string): Promise<StoredRecording[]> {
  const rows = await database
    .selectFrom('recordings')
    .selectAll()
    .where('deleted_at', 'is not', null)
    .where('state', '!=', 'writing')
    .where((query) => query.or([query('node_id', '=', nodeId), query('stored_in', '=', 's3')]))
    .execute()
  return rows.map(toRecording)
}

export async function deleteRecordingRow(database: Database, id: string): Promise<void> {
  await database.deleteFrom('recordings').where('id', '=', id).where('deleted_at', 'is not', null).execute()
}

type RecordingRow = Selectable<PhoneTables['recordings']>

export function toRecording(row: RecordingRow): StoredRecording {
  return {
    id: row.id,
    callId: row.call_id,
    workspaceId: row.workspace_id,
    legId: row.leg_id,
    nodeId: row.node_id,
    key: row.location,
    storedIn: row.stored_in,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    sizeBytes: Number(row.size_bytes),
    state: row.state,
  }
}
