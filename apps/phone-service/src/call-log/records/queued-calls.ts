import { type Kysely, sql, type Transaction } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { columns, type StoredCall, toStoredCall } from './stored-call.ts'

type Database = Kysely<PhoneTables>

/** Returns a place in a queue, after those of all other calls on all nodes. */
export async function takeQueuePlace(database: Database): Promise<number> {
  const { rows } = await sql<{ place: string }>`select nextval('phone.queue_places') as place`.execute(
    database,
  )
  return Number(rows[0]?.place)
}

/** A call that waits in a queue. */
export interface QueuedCall {
  readonly id: string
  readonly queueId: string
  readonly place: number
  /** The members for whom it rings now. */
  readonly ringsFor: readonly string[]
  /** The members who get it before later calls of the queue. */
  readonly awaitedIds: readonly string[]
}

/**
 * Returns the calls that wait in the queues of a workspace. Each of them reads it every second, so that it contains
 * no more than needed.
 */
export async function listQueuedCalls(database: Database, workspaceId: string): Promise<QueuedCall[]> {
  return await selectQueued(database, workspaceId)
    .select([
      'id',
      sql<string>`state->'queue'->>'queueId'`.as('queueId'),
      sql<number>`(state->'queue'->'place')::float8`.as('place'),
      sql<readonly string[]>`state->'routing'->'ringsFor'`.as('ringsFor'),
      sql<readonly string[]>`coalesce(state->'queue'->'awaitedIds', '[]')`.as('awaitedIds'),
    ])
    .execute()
}

/** Returns the calls that wait in the queues of a workspace, in the order of their places. */
export async function listStoredWaitingCalls(database: Database, workspaceId: string): Promise<StoredCall[]> {
  const rows = await selectQueued(database, workspaceId)
    .select(columns)
    .orderBy(sql`(state->'queue'->'place')::float8`)
    .execute()
  return rows.map(toStoredCall)
}

/** Returns how many unanswered callers of a workspace are in a menu, or wait for its target. */
export async function countCallersOfMenus(database: Database, workspaceId: string): Promise<number> {
  const { count } = await selectUnanswered(database, workspaceId)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(sql<boolean>`state->'menu' is not null`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Returns how many calls of a caller to a workspace no member has answered; the callers without a number count as one.
 * Until the transaction ends, no other call of this caller is counted.
 */
export async function countUnansweredOfCaller(
  transaction: Transaction<PhoneTables>,
  { workspaceId, number }: Pick<StoredCall, 'workspaceId' | 'number'>,
): Promise<number> {
  const lockName = `unanswered calls ${workspaceId} ${number}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
  const { count } = await selectUnanswered(transaction, workspaceId)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(sql<boolean>`state->>'direction' = 'incoming'`)
    .where('number', 'is not distinct from', number)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function selectQueued(database: Database, workspaceId: string) {
  return selectUnanswered(database, workspaceId).where(sql<boolean>`state->'queue' is not null`)
}

function selectUnanswered(database: Database, workspaceId: string) {
  return database
    .selectFrom('calls')
    .where('workspace_id', '=', workspaceId)
    .where('phase', '!=', 'ended')
    .where('answered_at', 'is', null)
}

/** Returns whether a caller hears the greeting of a user, or leaves a message for them. */
export async function isLeavingVoicemail(database: Database, userId: string): Promise<boolean> {
  const row = await database
    .selectFrom('calls')
    .select('id')
    .where('phase', '!=', 'ended')
    .where(sql`state->'voicemail'->>'userId'`, '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
