import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { type Lease, listDueWorkspaces } from '../../leased-work/index.ts'
import { selectProviderOwners } from '../../model-providers/records/index.ts'

type Database = Kysely<PhoneTables>

const tables = ['transcription_tracks', 'transcription_chunks'] as const

/** Work on recordings that a node can read: its own ones, and all of a shared store. */
export const isReadableAt = (database: Database, nodeId: string) =>
  sql<boolean>`exists ${database
    .selectFrom('recordings')
    .select('id')
    .where('id', '=', sql.ref<string>('work.recording_id'))
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('stored_in', '=', 's3'), where('node_id', '=', nodeId)]))}`

/** Returns the workspaces with work of a kind that a node can take. */
export async function listWorkspacesWithWork(
  database: Database,
  table: (typeof tables)[number],
  { nodeId, now }: Pick<Lease, 'nodeId' | 'now'>,
) {
  const rows = database.selectFrom(table).selectAll()
  const providers = selectProviderOwners(database, 'transcription')
  return await listDueWorkspaces(
    database,
    { rows, providers, isReadable: isReadableAt(database, nodeId) },
    now,
  )
}

/** Lets the failed parts of a transcription wait again. Returns how many there were. */
export async function restartFailedWork(transaction: Database, callId: string, now: Date): Promise<number> {
  let count = 0
  for (const table of tables) {
    const { numUpdatedRows } = await transaction
      .updateTable(table)
      .set({
        state: 'waiting',
        attempts: 0,
        unended_attempts: 0,
        due_at: now,
        problem: null,
        leased_by: null,
        leased_until: null,
      })
      .where('call_id', '=', callId)
      .where('state', '=', 'failed')
      .executeTakeFirst()
    count += Number(numUpdatedRows)
  }
  return count
}

/** The progress of a transcription. */
export interface WorkSummary {
  readonly unplannedTracks: number
  readonly chunks: number
  readonly doneChunks: number
  readonly unfinished: number
  readonly failed: number
  /** Whether an attempt was made, or is being made. */
  readonly hasBegun: boolean
  /** Of the first part that failed, or waits after a failure. */
  readonly problem: string | null
  /** When the next part that waits after a failure is sent again. */
  readonly retriesAt: Date | null
}

export async function summarizeWork(database: Database, callId: string): Promise<WorkSummary> {
  const [tracks, chunks] = [
    await listWork(database, 'transcription_tracks', callId),
    await listWork(database, 'transcription_chunks', callId),
  ]
  const all = [...tracks, ...chunks]
  const count = (work: readonly Work[], state: Work['state']) =>
    work.filter((each) => each.state === state).length
  const withProblem = all.filter(({ problem }) => problem !== null)
  const isFailed = ({ state }: Work) => state === 'failed'
  const retries = withProblem.filter(({ state, leased_by }) => state === 'waiting' && leased_by === null)
  return {
    unplannedTracks: count(tracks, 'waiting'),
    chunks: chunks.length,
    doneChunks: count(chunks, 'done'),
    unfinished: count(all, 'waiting'),
    failed: count(all, 'failed'),
    hasBegun: all.some(({ attempts }) => attempts > 0),
    problem: (withProblem.find(isFailed) ?? withProblem[0])?.problem ?? null,
    retriesAt: retries.length === 0 ? null : new Date(Math.min(...retries.map(({ due_at }) => +due_at))),
  }
}

type Work = Awaited<ReturnType<typeof listWork>>[number]

async function listWork(database: Database, table: (typeof tables)[number], callId: string) {
  return await database
    .selectFrom(table)
    .select(['state', 'attempts', 'problem', 'due_at', 'leased_by'])
    .where('call_id', '=', callId)
    .orderBy('due_at')
    .execute()
}
