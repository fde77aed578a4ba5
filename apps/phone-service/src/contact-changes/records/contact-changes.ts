import type { contactChanges } from '@parley/contract/phone'
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { ContactFields, ContactKey, Viewer } from '../../contacts/index.ts'
import type { PhoneTables } from '../../database/tables.ts'
import type { ContactChoice } from '../../numbers/index.ts'

type Database = Kysely<PhoneTables>
type Kind = contactChanges.ContactChange['kind']

/** A contact as it was before a change. Dates are milliseconds since the epoch. */
export interface ContactBefore {
  readonly fields: ContactFields
  readonly ownerUserId: string
  readonly version: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly dismissedKeys: readonly ContactKey[]
  /** The caller IDs with which users call the contact. */
  readonly callerIds: readonly ContactChoice[]
}

export interface ChangedContact {
  readonly contactId: string
  /** That of the contact after the change; null for one that the change has deleted. */
  readonly version: number | null
  readonly before: ContactBefore
}

export interface StoredChange {
  readonly id: string
  readonly kind: Kind
  readonly workspaceId: string
  readonly userId: string
  readonly isPrivate: boolean
  readonly names: readonly string[]
  readonly contactCount: number
  readonly createdAt: Date
  readonly expiresAt: Date
}

const maxListed = 50

export async function insertChange(transaction: Database, change: StoredChange): Promise<void> {
  await transaction
    .insertInto('contact_changes')
    .values({
      id: change.id,
      workspace_id: change.workspaceId,
      user_id: change.userId,
      kind: change.kind,
      is_private: change.isPrivate,
      names: JSON.stringify(change.names),
      contact_count: change.contactCount,
      size_bytes: 0,
      created_at: change.createdAt,
      expires_at: change.expiresAt,
    })
    .execute()
}

/** Adds contacts to a change. Returns it. */
export async function updateChange(
  transaction: Database,
  change: StoredChange,
  added: readonly unknown[],
): Promise<StoredChange> {
  const contactCount = change.contactCount + added.length
  await transaction
    .updateTable('contact_changes')
    .set({ contact_count: contactCount })
    .where('id', '=', change.id)
    .execute()
  return { ...change, contactCount }
}

/** Stores contacts of a change as they were. */
export async function insertItems(
  transaction: Database,
  changeId: string,
  items: readonly ChangedContact[],
): Promise<void> {
  const json = JSON.stringify(
    items.map(({ contactId, version, before }) => ({
      contact_id: contactId,
      version,
      contact_before: before,
    })),
  )
  const columns = ['contact_id', 'version', 'contact_before'] as const
  const batch = sql<Record<(typeof columns)[number], never>>`json_to_recordset(${json}::json)`
  await transaction
    .insertInto('contact_change_items')
    .columns(['change_id', ...columns])
    .expression(
      transaction
        .selectFrom(batch.as<'batch'>(sql`batch(contact_id uuid, version integer, contact_before jsonb)`))
        .select([sql<string>`${changeId}::uuid`.as('change_id'), ...columns]),
    )
    .execute()
  await transaction
    .updateTable('contact_changes')
    .set({ size_bytes: sql<number>`size_bytes + ${Buffer.byteLength(json)}` })
    .where('id', '=', changeId)
    .execute()
}

/** Returns the changes that the viewer can undo, newest first. */
export async function listChanges(database: Database, viewer: Viewer, now: Date): Promise<StoredChange[]> {
  const rows = await database
    .selectFrom('contact_changes')
    .selectAll()
    .where((where) => isVisibleTo(where, viewer, now))
    .orderBy('created_at', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map(toChange)
}

/** Returns a change that the viewer can undo, or null. Until the transaction ends, no other one undoes it. */
export async function lockChange(
  transaction: Database,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<StoredChange | null> {
  const row = await transaction
    .selectFrom('contact_changes')
    .selectAll()
    .where('id', '=', id)
    .where((where) => isVisibleTo(where, viewer, now))
    .forUpdate()
    .executeTakeFirst()
  return row ? toChange(row) : null
}

/** Returns the next contacts of a change after `afterId`. */
export async function listItems(
  database: Database,
  changeId: string,
  { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
): Promise<ChangedContact[]> {
  const rows = await database
    .selectFrom('contact_change_items')
    .select(['contact_id', 'version', 'contact_before'])
    .where('change_id', '=', changeId)
    .$if(afterId !== null, (query) => query.where('contact_id', '>', afterId ?? ''))
    .orderBy('contact_id')
    .limit(limit)
    .execute()
  return rows.map(({ contact_id, version, contact_before }) => ({
    contactId: contact_id,
    version,
    before: contact_before as ContactBefore,
  }))
}

/** Returns the merges whose kept contact has been edited or deleted since. */
export async function listEditedMerges(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectFrom('contact_change_items')
    .leftJoin('contacts', 'contacts.id', 'contact_change_items.contact_id')
    .select('change_id')
    .where('change_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('contact_change_items.version', 'is not', null)
    .where(sql<boolean>`contacts.version is distinct from contact_change_items.version`)
    .execute()
  return new Set(rows.map(({ change_id }) => change_id))
}

export async function deleteChange(transaction: Database, id: string): Promise<void> {
  await transaction.deleteFrom('contact_changes').where('id', '=', id).execute()
}

/** Deletes the oldest changes of a workspace, until what undoes the others occupies `maxBytes` at most. */
export async function makeUndoSpace(
  transaction: Database,
  workspaceId: string,
  maxBytes: number,
): Promise<void> {
  const sized = transaction
    .selectFrom('contact_changes')
    .select(['id', sql<string>`sum(size_bytes) over (order by created_at desc, id)`.as('newer_bytes')])
    .where('workspace_id', '=', workspaceId)
    .as('sized')
  await transaction
    .deleteFrom('contact_changes')
    .using(sized)
    .whereRef('contact_changes.id', '=', 'sized.id')
    .where('sized.newer_bytes', '>', String(maxBytes))
    .execute()
}

export async function deleteExpiredChanges(database: Database, now: Date): Promise<void> {
  await database.deleteFrom('contact_changes').where('expires_at', '<=', now).execute()
}

/** Deletes what undoes the changes that a user has made up to `until`. */
export async function deleteChangesOfUser(database: Database, userId: string, until: Date): Promise<void> {
  await database
    .deleteFrom('contact_changes')
    .where('user_id', '=', userId)
    .where('created_at', '<=', until)
    .execute()
  const callerIds = sql`contact_before -> 'callerIds'`
  const ofOthers = sql`(
    select coalesce(jsonb_agg(each), '[]') from jsonb_array_elements(${callerIds}) each where each ->> 'userId' <> ${userId}
  )`
  await database
    .updateTable('contact_change_items')
    .set({ contact_before: sql`jsonb_set(contact_before, '{callerIds}', ${ofOthers})` })
    .where(sql<boolean>`${callerIds} @> ${JSON.stringify([{ userId }])}::jsonb`)
    .execute()
}

/** Deletes what undoes the changes of a deleted workspace. */
export async function deleteChangesOfWorkspace(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('contact_changes').where('workspace_id', '=', workspaceId).execute()
}

function isVisibleTo(
  where: ExpressionBuilder<PhoneTables, 'contact_changes'>,
  { workspaceId, userId }: Viewer,
  now: Date,
) {
  return where.and([
    where('workspace_id', '=', workspaceId),
    where('expires_at', '>', now),
    where.or([where('is_private', '=', false), where('user_id', '=', userId)]),
  ])
}

type ChangeRow = Selectable<PhoneTables['contact_changes']>

function toChange(row: ChangeRow): StoredChange {
  return {
    id: row.id,
    kind: row.kind,
    workspaceId: row.workspace_id,
    userId: row.user_id,
    isPrivate: row.is_private,
    names: row.names,
    contactCount: row.contact_count,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
