import { type Kysely, type Selectable, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/** The browser of a user, whose push service notifies it. */
export interface StoredPushSubscription {
  readonly userId: string
  readonly deviceId: string
  /** The session in which the user is signed in. */
  readonly sessionId: string
  /** The workspaces of the user when the browser was last open. */
  readonly workspaceIds: readonly string[]
  readonly endpointHash: string
  readonly targetEncrypted: string
  readonly locale: string
  readonly updatedAt: Date
}

/**
 * Stores the subscription of a browser, in place of its previous one and of that of another user who was signed
 * in there.
 */
export async function savePushTarget(
  transaction: Database,
  subscription: StoredPushSubscription,
): Promise<void> {
  const { userId, deviceId, endpointHash } = subscription
  await transaction
    .deleteFrom('push_subscriptions')
    .where('endpoint_hash', '=', endpointHash)
    .where((where) => where.or([where('user_id', '!=', userId), where('device_id', '!=', deviceId)]))
    .execute()
  const values = {
    session_id: subscription.sessionId,
    workspace_ids: [...subscription.workspaceIds],
    endpoint_hash: endpointHash,
    target_encrypted: subscription.targetEncrypted,
    locale: subscription.locale,
    updated_at: subscription.updatedAt,
  }
  await transaction
    .insertInto('push_subscriptions')
    .values({ user_id: userId, device_id: deviceId, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_id']).doUpdateSet(values))
    .execute()
}

/** Deletes the earliest subscriptions of a user beyond `max`. */
export async function deleteEarliest(transaction: Database, userId: string, max: number): Promise<void> {
  const retained = transaction
    .selectFrom('push_subscriptions')
    .select('device_id')
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('device_id')
    .limit(max)
  await transaction
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('device_id', 'not in', retained)
    .execute()
}

/** Prevents other transactions from changing the subscriptions of a user until this one ends. */
export async function lockSubscriptions(transaction: Database, userId: string): Promise<void> {
  const lockName = `push subscriptions of ${userId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
}

/** Returns the subscriptions of members, or of all members of a workspace, the latest first. */
export async function listSubscriptions(
  database: Database,
  { workspaceId, userIds }: { readonly workspaceId: string; readonly userIds: readonly string[] | null },
  max: number,
): Promise<StoredPushSubscription[]> {
  const rows = await database
    .selectFrom('push_subscriptions')
    .selectAll()
    .where(sql<boolean>`workspace_ids @> array[${workspaceId}]::uuid[]`)
    .$if(userIds !== null, (query) => query.where('user_id', 'in', userIds ?? []))
    .orderBy('updated_at', 'desc')
    .limit(max)
    .execute()
  return rows.map(toSubscription)
}

export async function deleteSubscription(
  database: Database,
  { userId, deviceId }: Pick<StoredPushSubscription, 'userId' | 'deviceId'>,
): Promise<void> {
  await database
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .execute()
}

/** Deletes the subscriptions of a user that were last changed up to `until`. */
export async function deleteSubscriptionsOfUser(
  database: Database,
  userId: string,
  until: Date,
): Promise<void> {
  await database
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('updated_at', '<=', until)
    .execute()
}

export async function deleteSubscriptionsOfSession(database: Database, sessionId: string): Promise<void> {
  await database.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute()
}

type PushSubscriptionRow = Selectable<PhoneTables['push_subscriptions']>

function toSubscription(row: PushSubscriptionRow): StoredPushSubscription {
  return {
    userId: row.user_id,
    deviceId: row.device_id,
    sessionId: row.session_id,
    workspaceIds: row.workspace_ids,
    endpointHash: row.endpoint_hash,
    targetEncrypted: row.target_encrypted,
    locale: row.locale,
    updatedAt: row.updated_at,
  }
}
