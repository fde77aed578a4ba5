import type { VoicemailMessage } from '@parley/contract/phone'
import { type Kysely, sql } from 'kysely'
import { minMessageMs } from '../../call-state/index.ts'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

interface Reader {
  readonly workspaceId: string
  readonly userId: string
}

/** A message of a caller. */
export interface StoredVoicemail {
  readonly callId: string
  /** The owner; null for a message for the workspace. */
  readonly userId: string | null
  readonly createdAt: Date
  readonly durationMs: number
  readonly dealtWithAt: Date | null
  readonly dealtWithByName: string | null
}

interface NewVoicemail {
  readonly callId: string
  readonly workspaceId: string
  readonly userId: string | null
  readonly at: Date
}

interface Page {
  readonly filter: 'all' | 'new'
  readonly after: { readonly createdAt: Date; readonly callId: string } | null
  readonly limit: number
}

const columns = [
  'voicemails.call_id',
  'voicemails.user_id',
  'voicemails.created_at',
  'voicemails.dealt_with_at',
  'voicemails.dealt_with_by_name',
  'recordings.duration_ms',
] as const

interface VoicemailRow {
  readonly call_id: string
  readonly user_id: string | null
  readonly created_at: Date
  readonly dealt_with_at: Date | null
  readonly dealt_with_by_name: string | null
  readonly duration_ms: number
}

/** Inserts a message when its recording begins. It is listed when its call has ended. */
export async function insertVoicemail(
  database: Database,
  { callId, workspaceId, userId, at }: NewVoicemail,
): Promise<void> {
  await database
    .insertInto('voicemails')
    .values({ call_id: callId, workspace_id: workspaceId, user_id: userId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the messages that a user reads, the latest first. */
export async function listVoicemailPage(
  database: Database,
  reader: Reader,
  { filter, after, limit }: Page,
): Promise<StoredVoicemail[]> {
  const rows = await selectReadable(database, reader)
    .select(columns)
    .$if(filter === 'new', (query) => query.where('voicemails.dealt_with_at', 'is', null))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(voicemails.created_at, voicemails.call_id)
          < (${after?.createdAt ?? new Date(0)}::timestamptz, ${after?.callId ?? ''}::uuid)`,
      ),
    )
    .orderBy('voicemails.created_at', 'desc')
    .orderBy('voicemails.call_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toVoicemail)
}

/** Returns the messages of calls that a user reads. */
export async function listVoicemailsOfCalls(
  database: Database,
  reader: Reader,
  callIds: readonly string[],
): Promise<StoredVoicemail[]> {
  if (callIds.length === 0) return []
  const rows = await selectReadable(database, reader)
    .select(columns)
    .where('voicemails.call_id', 'in', [...callIds])
    .execute()
  return rows.map(toVoicemail)
}

export function serializeVoicemail({
  userId,
  durationMs,
  dealtWithAt,
  dealtWithByName,
}: StoredVoicemail): VoicemailMessage {
  return {
    mailbox: userId === null ? 'workspace' : 'own',
    durationMs,
    dealtWith: dealtWithAt && { at: dealtWithAt.getTime(), byName: dealtWithByName },
  }
}

function toVoicemail(row: VoicemailRow): StoredVoicemail {
  return {
    callId: row.call_id,
    userId: row.user_id,
    createdAt: row.created_at,
    durationMs: row.duration_ms,
    dealtWithAt: row.dealt_with_at,
    dealtWithByName: row.dealt_with_by_name,
  }
}

/** Counts the messages with which no one has dealt, up to `max`. */
export async function countNewVoicemails(database: Database, reader: Reader, max: number): Promise<number> {
  const rows = await selectReadable(database, reader)
    .select('voicemails.call_id')
    .where('voicemails.dealt_with_at', 'is', null)
    .limit(max)
    .execute()
  return rows.length
}

/** Returns a message that a user reads, and locks it until the transaction ends. Null for all others. */
export async function findVoicemailForUpdate(
  transaction: Database,
  reader: Reader,
  callId: string,
): Promise<Pick<StoredVoicemail, 'userId' | 'dealtWithAt'> | null> {
  const row = await selectReadable(transaction, reader)
    .select(['voicemails.user_id', 'voicemails.dealt_with_at'])
    .where('voicemails.call_id', '=', callId)
    .forUpdate('voicemails')
    .executeTakeFirst()
  return row ? { userId: row.user_id, dealtWithAt: row.dealt_with_at } : null
}

export async function saveDealtWith(
  transaction: Database,
  callId: string,
  dealtWith: { readonly at: Date; readonly byName: string | null } | null,
): Promise<void> {
  await transaction
    .updateTable('voicemails')
    .set({ dealt_with_at: dealtWith?.at ?? null, dealt_with_by_name: dealtWith?.byName ?? null })
    .where('call_id', '=', callId)
    .execute()
}

export async function deleteStoredVoicemail(transaction: Database, callId: string): Promise<void> {
  await transaction.deleteFrom('voicemails').where('call_id', '=', callId).execute()
}

/** Deletes a message for a user. Returns whether there was one. */
export async function deleteVoicemailOfUser(
  transaction: Database,
  callId: string,
  userId: string,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('voicemails')
    .where('call_id', '=', callId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns whether a caller has left a message, for anyone. */
export async function hasVoicemail(database: Database, callId: string): Promise<boolean> {
  const row = await database
    .selectFrom('voicemails')
    .select('call_id')
    .where('call_id', '=', callId)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whose message a caller has left, or null when there is none. */
export async function findVoicemailOwner(
  database: Database,
  callId: string,
): Promise<Pick<StoredVoicemail, 'userId'> | null> {
  const row = await database
    .selectFrom('voicemails')
    .select('user_id')
    .where('call_id', '=', callId)
    .executeTakeFirst()
  return row ? { userId: row.user_id } : null
}

/** Returns the calls with messages for a user. */
export async function listCallsOfOwner(database: Database, userId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('voicemails')
    .select('call_id')
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ call_id }) => call_id)
}

/** Returns the size of the recordings of all messages of a workspace, also of one that a caller is leaving. */
export async function sumVoicemailBytes(database: Database, workspaceId: string): Promise<number> {
  const { total } = await database
    .selectFrom('voicemails')
    .innerJoin('recordings', 'recordings.call_id', 'voicemails.call_id')
    .select((query) => query.fn.coalesce(query.fn.sum<string>('size_bytes'), query.val('0')).as('total'))
    .where('voicemails.workspace_id', '=', workspaceId)
    .where('recordings.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The complete messages for a user, or for all members of their workspace. */
export function selectReadable(database: Database, { workspaceId, userId }: Reader) {
  return database
    .selectFrom('voicemails')
    .innerJoin('recordings', 'recordings.call_id', 'voicemails.call_id')
    .innerJoin('calls', 'calls.id', 'voicemails.call_id')
    .where('voicemails.workspace_id', '=', workspaceId)
    .where((is) => is.or([is('voicemails.user_id', '=', userId), is('voicemails.user_id', 'is', null)]))
    .where('calls.ended_at', 'is not', null)
    .where('recordings.deleted_at', 'is', null)
    .where('recordings.state', 'in', ['finished', 'recovered'])
    .where('recordings.duration_ms', '>=', minMessageMs)
}
