import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/** A missed call that is, or will be, part of an e-mail to a user. */
export interface MailedCall {
  readonly workspaceId: string
  readonly userId: string
  readonly callId: string
}

/** Returns those of the calls whose recipients have been chosen. */
export async function listPlannedCalls(
  database: Database,
  callIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (callIds.length === 0) return new Set()
  const rows = await database
    .selectFrom('missed_call_mails')
    .select('call_id')
    .distinct()
    .where('call_id', 'in', callIds)
    .execute()
  return new Set(rows.map(({ call_id }) => call_id))
}

/**
 * Adds a missed call to the next e-mails of its recipients, and stores that they have been chosen. Those that
 * another process has added stay as they are.
 */
export async function insertMailedCall(
  database: Database,
  { workspaceId, callId, userIds }: { workspaceId: string; callId: string; userIds: readonly string[] },
  now: Date,
): Promise<void> {
  // The row of the workspace itself states that the recipients have been chosen: there may be none.
  const chosen = { user_id: workspaceId, sent_at: now }
  const waiting = userIds.map((userId) => ({ user_id: userId, sent_at: null }))
  await database
    .insertInto('missed_call_mails')
    .values([chosen, ...waiting].map((row) => ({ workspace_id: workspaceId, call_id: callId, ...row })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Returns the calls that no e-mail contains yet, in random order, so that those whose e-mail fails do not always come
 * first.
 */
export async function listUnmailedCalls(database: Database, max: number): Promise<MailedCall[]> {
  const rows = await database
    .selectFrom('missed_call_mails')
    .select(['workspace_id', 'user_id', 'call_id'])
    .where('sent_at', 'is', null)
    .orderBy(sql`random()`)
    .limit(max)
    .execute()
  return rows.map((row) => ({ workspaceId: row.workspace_id, userId: row.user_id, callId: row.call_id }))
}

/**
 * Takes the calls of the next e-mail to a user. Until the transaction ends, no other one takes them, and if it
 * fails, they are taken again.
 */
export async function takeCallsOfMail(
  transaction: Database,
  { workspaceId, userId }: Omit<MailedCall, 'callId'>,
  now: Date,
): Promise<string[]> {
  const rows = await transaction
    .updateTable('missed_call_mails')
    .set({ sent_at: now })
    .where('user_id', '=', userId)
    .where('workspace_id', '=', workspaceId)
    .where('sent_at', 'is', null)
    .returning('call_id')
    .execute()
  return rows.map(({ call_id }) => call_id)
}

/** Deletes the calls of e-mails that were sent a day ago. */
export async function deleteOldMailedCalls(database: Database, now: Date): Promise<void> {
  await database
    .deleteFrom('missed_call_mails')
    .where(sql<boolean>`sent_at < ${now}::timestamptz - interval '1 day'`)
    .execute()
}

/** Removes a call from the next e-mails. Its recipients stay chosen, so that it is in no later one. */
export async function removeFromMails(database: Database, callId: string, now: Date): Promise<void> {
  await database
    .updateTable('missed_call_mails')
    .set({ sent_at: now })
    .where('call_id', '=', callId)
    .where('sent_at', 'is', null)
    .execute()
}

/** Deletes what is waiting for an e-mail to a deleted user, or to the users of a deleted workspace. */
export async function deleteMailedCalls(
  database: Database,
  of: { readonly userId: string } | { readonly workspaceId: string },
): Promise<void> {
  const [column, id] =
    'userId' in of ? (['user_id', of.userId] as const) : (['workspace_id', of.workspaceId] as const)
  await database.deleteFrom('missed_call_mails').where(column, '=', id).execute()
}
