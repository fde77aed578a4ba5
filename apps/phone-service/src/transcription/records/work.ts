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

/** What the rows of a transcription say about its progress. */
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
  const { rows } = await sql<{
    tracks: string
    chunks: string
    done: string
    unfinished: string
    failed: string
    attempts: string
    problem: string | null
    retries_at: Date | null
  }>`
    select count(*) filter (where kind = 'track' and state = 'waiting') as tracks,
      count(*) filter (where kind = 'chunk') as chunks,
      count(*) filter (where kind = 'chunk' and state = 'done') as done,
      count(*) filter (where state = 'waiting') as unfinished,
      count(*) filter (where state = 'failed') as failed,
      coalesce(sum(attempts), 0) as attempts,
      (array_agg(problem order by state, due_at) filter (where problem is not null))[1] as problem,
      min(due_at) filter (where state = 'waiting' and problem is not null and leased_by is null) as retries_at
    from (
      select 'track' as kind, state, attempts, problem, due_at, leased_by from transcription_tracks
        where call_id = ${callId}
      union all
      select 'chunk', state, attempts, problem, due_at, leased_by from transcription_chunks where call_id = ${callId}
    ) as work
  `.execute(database)
  const [row] = rows
  return {
    unplannedTracks: Number(row?.tracks ?? 0),
    chunks: Number(row?.chunks ?? 0),
    doneChunks: Number(row?.done ?? 0),
    unfinished: Number(row?.unfinished ?? 0),
    failed: Number(row?.failed ?? 0),
    hasBegun: Number(row?.attempts ?? 0) > 0,
    problem: row?.problem ?? null,
    retriesAt: row?.retries_at ?? null,
  }
}
