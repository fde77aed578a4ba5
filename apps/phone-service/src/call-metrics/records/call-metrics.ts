import type { callMetrics } from '@parley/contract/phone'
import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

interface StoredMetrics {
  readonly state: 'waiting' | 'ready' | 'too-short' | 'failed'
  readonly metrics: callMetrics.CallMetrics | null
}

/** The metrics of a call, which one process computes until its claim ends. */
export interface ClaimedMetrics {
  readonly callId: string
  readonly workspaceId: string
  /** With this one. */
  readonly attempts: number
}

/** Stores that the metrics of an ended call are to be computed. No-op when they were. */
export async function insertWaitingMetrics(
  transaction: Database,
  { callId, workspaceId }: { readonly callId: string; readonly workspaceId: string },
  dueAt: Date,
): Promise<void> {
  await transaction
    .insertInto('call_metrics')
    .values({ call_id: callId, workspace_id: workspaceId, state: 'waiting', due_at: dueAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findMetrics(database: Database, callId: string): Promise<StoredMetrics | null> {
  const row = await database
    .selectFrom('call_metrics')
    .select(['state', 'metrics'])
    .where('call_id', '=', callId)
    .executeTakeFirst()
  return row ?? null
}

/** A node with the recordings on its disk, and those of S3 when that is configured. */
interface Reader {
  readonly nodeId: string
  readonly store: 'disk' | 's3'
}

/**
 * Claims the latest call whose metrics are due and whose recordings are complete and can be read by a node. No other
 * process claims it until `until`. Null when there is none.
 */
export async function claimWaitingMetrics(
  database: Database,
  { nodeId, store }: Reader,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<ClaimedMetrics | null> {
  const due = database
    .selectFrom('call_metrics as waiting')
    .select('waiting.call_id')
    .where('waiting.state', '=', 'waiting')
    .where('waiting.due_at', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('recordings')
            .select('id')
            .whereRef('recordings.call_id', '=', 'waiting.call_id')
            .where('deleted_at', 'is', null)
            .where((where) =>
              where.or([
                where('recordings.state', '=', 'writing'),
                where.and([where('stored_in', '!=', 's3'), where('node_id', '!=', nodeId)]),
                ...(store === 's3' ? [] : [where('stored_in', '=', 's3')]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('waiting.due_at', 'desc')
    .limit(1)
    .forUpdate('waiting')
    .skipLocked()
  const row = await database
    .updateTable('call_metrics')
    .set(({ eb }) => ({ due_at: until, attempts: eb('attempts', '+', 1) }))
    .where('call_id', '=', due)
    .returning(['call_id', 'workspace_id', 'attempts'])
    .executeTakeFirst()
  return row ? { callId: row.call_id, workspaceId: row.workspace_id, attempts: row.attempts } : null
}

/** Extends a claim. Returns false when it has been lost, or the call or its recordings have been deleted. */
export async function extendClaim(
  database: Database,
  claimed: ClaimedMetrics,
  until: Date,
): Promise<boolean> {
  return await updateClaimed(database, claimed, { due_at: until })
}

/** Ends a claim without metrics: they are computed later. The attempt does not count. */
export async function postponeMetrics(
  database: Database,
  claimed: ClaimedMetrics,
  dueAt: Date,
): Promise<boolean> {
  return await updateClaimed(database, claimed, { due_at: dueAt, attempts: claimed.attempts - 1 })
}

/** Ends a claim with its result. Returns false when it has been lost, or the call or its recordings were deleted. */
export async function saveMetrics(
  database: Database,
  claimed: ClaimedMetrics,
  { state, metrics }: StoredMetrics,
  computedAt: Date,
): Promise<boolean> {
  const stored = metrics && { metrics: JSON.stringify(metrics) }
  return await updateClaimed(database, claimed, { state, computed_at: computedAt, ...stored })
}

async function updateClaimed(
  database: Database,
  { callId, attempts }: ClaimedMetrics,
  change: Partial<{
    state: StoredMetrics['state']
    due_at: Date
    attempts: number
    metrics: string
    computed_at: Date
  }>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('call_metrics')
    .set(change)
    .where('call_id', '=', callId)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes the metrics of a call whose recordings are deleted. They are not computed again. */
export async function deleteMetrics(transaction: Database, callId: string): Promise<void> {
  await transaction.deleteFrom('call_metrics').where('call_id', '=', callId).execute()
}
