import { type Kysely, sql, type Transaction } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import type { StoredCall } from './stored-call.ts'

type Database = Kysely<PhoneTables>

/** Returns whether a caller is a number from which Parley is forwarding a call to a called number. */
export async function isForwardedCall(
  database: Database,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const row = await database
    .selectFrom('calls')
    .select('id')
    .where('phase', '!=', 'ended')
    .where(sql<boolean>`state->'forwarding' is not null`)
    .where(sql<boolean>`state->'forwarding'->>'number' = ${to}`)
    .where(sql<boolean>`state->'forwarding'->>'from' = ${from}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** How many calls of a workspace are being forwarded to a number that has not answered yet. */
export interface UnansweredForwardings {
  readonly total: number
  /** The callers without a number count as one. */
  readonly ofCaller: number
  /** Of calls that began after a time. */
  readonly recent: number
}

/**
 * Counts the other calls that are being forwarded to the number to which a call is to be forwarded. Until the transaction
 * ends, no other call of the workspace is counted for this number.
 */
export async function countUnansweredForwardings(
  transaction: Transaction<PhoneTables>,
  { call, to, since }: { readonly call: StoredCall; readonly to: string; readonly since: Date },
): Promise<UnansweredForwardings> {
  const { id, workspaceId, number } = call
  const lockName = `unanswered forwardings ${workspaceId} ${to}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
  const { total, ofCaller, recent } = await transaction
    .selectFrom('calls')
    .select(({ fn, eb }) => [
      fn.countAll<string>().as('total'),
      fn.countAll<string>().filterWhere('number', 'is not distinct from', number).as('ofCaller'),
      fn
        .countAll<string>()
        .filterWhere(eb('started_at', '>', since))
        .as('recent'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('id', '!=', id)
    .where('phase', '!=', 'ended')
    .where(sql<boolean>`state->'forwarding'->>'stage' = 'dialing'`)
    .where(sql<boolean>`state->'forwarding'->>'number' = ${to}`)
    .executeTakeFirstOrThrow()
  return { total: Number(total), ofCaller: Number(ofCaller), recent: Number(recent) }
}
