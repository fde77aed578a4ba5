import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/** A node takes a piece of work for this long. */
export interface Lease {
  readonly nodeId: string
  readonly now: Date
  readonly until: Date
}

/** The end of an attempt. `waiting`: the work is taken again at `dueAt`. */
export type AttemptEnd =
  | { readonly state: 'waiting'; readonly dueAt: Date; readonly problem: string | null }
  | { readonly state: 'failed'; readonly problem: string }
  | { readonly state: 'done' }

const tables = ['transcription_tracks', 'transcription_chunks'] as const

/** Work that is due, and that no other node is doing. */
export const isDue = (now: Date) =>
  sql<boolean>`work.state = 'waiting' and work.due_at <= ${now} and coalesce(work.leased_until, ${now}) <= ${now}`

/** Recordings that a node can read: its own ones, and all of a shared store. */
export const isReadableAt = (nodeId: string) =>
  sql<boolean>`recordings.deleted_at is null and (recordings.stored_in = 's3' or recordings.node_id = ${nodeId})`

/** Returns the columns of the end of an attempt. */
export function toEndColumns(end: AttemptEnd) {
  return {
    state: end.state,
    leased_by: null,
    leased_until: null,
    problem: end.state === 'done' ? null : end.problem,
    ...(end.state === 'waiting' ? { due_at: end.dueAt } : {}),
  }
}

/** Releases the work that an earlier process of a node had taken, so that it is not left until its time is over. */
export async function releaseWork(database: Database, nodeId: string): Promise<void> {
  for (const table of tables)
    await database
      .updateTable(table)
      .set({ leased_by: null, leased_until: null })
      .where('state', '=', 'waiting')
      .where('leased_by', '=', nodeId)
      .execute()
}

/** Lets the failed parts of a transcription wait again. Returns how many there were. */
export async function restartFailedWork(transaction: Database, callId: string, now: Date): Promise<number> {
  let count = 0
  for (const table of tables) {
    const { numUpdatedRows } = await transaction
      .updateTable(table)
      .set({ state: 'waiting', attempts: 0, due_at: now, problem: null, leased_by: null, leased_until: null })
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
