import { PhoneError } from '@parley/contract/phone'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { buildSearchPatterns } from '../database/search-text.ts'
import type { PhoneTables } from '../database/tables.ts'
import { type ContactFields, columns, type StoredContact, toColumns, toContact } from './stored-contact.ts'

type Database = Kysely<PhoneTables>
type Conditions = ExpressionBuilder<PhoneTables, 'contacts'>

/** How soon a request tries again that comes during the import of contacts. */
const retryAfterSeconds = 5

/** The user on whose behalf contacts are read. A private contact is visible to its owner only. */
export interface Viewer {
  readonly workspaceId: string
  readonly userId: string
}

export async function findContact(
  database: Database,
  viewer: Viewer,
  id: string,
): Promise<StoredContact | null> {
  const row = await database
    .selectFrom('contacts')
    .select(columns)
    .where('id', '=', id)
    .where((where) => isVisibleTo(where, viewer))
    .executeTakeFirst()
  return row ? toContact(row) : null
}

/** Returns those of the contacts that the viewer can see, in no order. */
export async function findContacts(
  database: Database,
  viewer: Viewer,
  ids: readonly string[],
): Promise<StoredContact[]> {
  return (await selectContacts(database, viewer, ids).execute()).map(toContact)
}

/**
 * Returns those of the contacts that the viewer can see. Until the transaction ends, no other one changes or deletes them;
 * rows that refer to them can be added.
 */
export async function lockContacts(
  transaction: Database,
  viewer: Viewer,
  ids: readonly string[],
): Promise<StoredContact[]> {
  return (await selectContacts(transaction, viewer, ids).orderBy('id').forNoKeyUpdate().execute()).map(
    toContact,
  )
}

function selectContacts(database: Database, viewer: Viewer, ids: readonly string[]) {
  return database
    .selectFrom('contacts')
    .select(columns)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where((where) => isVisibleTo(where, viewer))
}

export interface ContactPage {
  readonly items: StoredContact[]
  readonly total: number
}

/** Long contacts after these are not read: a response contains fewer. */
const maxReadBytes = 1024 * 1024

/** Returns a page of contacts after the cursor `after`, by name. `total` counts all matches of the search. */
export async function listContactPage(
  database: Database,
  viewer: Viewer,
  page: { search: string; after: { sortKey: string; id: string } | null; limit: number },
): Promise<ContactPage> {
  const found = database
    .selectFrom('contacts')
    .where((where) => isVisibleTo(where, viewer))
    .$if(buildSearchPatterns(page.search) !== null, (query) =>
      query.where((where) => matchesSearch(where, page.search)),
    )
  const after = page.after
  const next = found
    .select([...columns, 'sort_key'])
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(sort_key, id) > (${after?.sortKey ?? ''}, ${after?.id ?? ''}::uuid)`),
    )
    .orderBy('sort_key')
    .orderBy('id')
    .limit(page.limit)
  const measured = database
    .selectFrom(next.as('next'))
    .selectAll()
    .select(sql<string>`sum(size_bytes) over (order by sort_key, id) - size_bytes`.as('preceding_bytes'))
  const [rows, { count }] = await Promise.all([
    database
      .selectFrom(measured.as('measured'))
      .select(columns)
      .where('preceding_bytes', '<=', String(maxReadBytes))
      .orderBy('sort_key')
      .orderBy('id')
      .execute(),
    found.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { items: rows.map(toContact), total: Number(count) }
}

export interface ContactUse {
  readonly contacts: number
  readonly sizeBytes: number
}

/**
 * Returns what the contacts of a workspace occupy. No other transaction adds to it until this one ends.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS` while contacts of the workspace are imported, so that requests do not wait
 */
export async function lockContactUse(transaction: Database, workspaceId: string): Promise<ContactUse> {
  if (!(await preventImports(transaction, workspaceId)))
    throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds })
  // Of two concurrent transactions, the second counts after the first has committed.
  const lockName = `contacts of ${workspaceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
  return await readContactUse(transaction, workspaceId)
}

/**
 * Lets no import and no change of many contacts of the workspace begin until the transaction ends. Returns false, without
 * waiting, while one runs.
 */
export async function preventImports(transaction: Database, workspaceId: string): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${toImportLock(workspaceId)}, 0)) as "isLocked"`.execute(
    transaction,
  )
  return rows[0]?.isLocked ?? false
}

/**
 * Lets no other transaction that changes many contacts of the workspace begin until this one ends. Returns false when
 * another one runs.
 */
export async function startChangingContacts(transaction: Database, workspaceId: string): Promise<boolean> {
  const lockName = `many contacts of ${workspaceId}`
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${lockName}, 0)) as "isLocked"`.execute(transaction)
  return rows[0]?.isLocked ?? false
}

/**
 * Returns what the contacts of a workspace occupy. Until the transaction ends, no other one adds or changes contacts,
 * and requests that would are rejected.
 */
export async function lockAllContacts(transaction: Database, workspaceId: string): Promise<ContactUse> {
  const lockName = toImportLock(workspaceId)
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
  return await readContactUse(transaction, workspaceId)
}

function toImportLock(workspaceId: string): string {
  return `import of contacts of ${workspaceId}`
}

export async function readContactUse(database: Database, workspaceId: string): Promise<ContactUse> {
  const { contacts, size_bytes } = await database
    .selectFrom('contacts')
    .select(({ fn }) => [fn.countAll<string>().as('contacts'), fn.sum<string>('size_bytes').as('size_bytes')])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return { contacts: Number(contacts), sizeBytes: Number(size_bytes ?? 0) }
}

export async function insertContact(
  database: Database,
  { workspaceId, userId }: Viewer,
  id: string,
  fields: ContactFields,
  now: Date,
): Promise<void> {
  await database
    .insertInto('contacts')
    .values({
      id,
      workspace_id: workspaceId,
      owner_user_id: userId,
      ...toColumns(fields),
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Replaces the contact if it still has `version`. Returns whether it was replaced. */
export async function replaceContact(
  database: Database,
  viewer: Viewer,
  id: string,
  version: number,
  fields: ContactFields,
  now: Date,
): Promise<boolean> {
  const result = await database
    .updateTable('contacts')
    .set({ ...toColumns(fields), version: version + 1, updated_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .where((where) => isVisibleTo(where, viewer))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Deletes up to `max` contacts of a deleted workspace. Returns how many. */
export async function deleteContactsOfWorkspace(
  database: Database,
  workspaceId: string,
  max: number,
): Promise<number> {
  const some = database.selectFrom('contacts').select('id').where('workspace_id', '=', workspaceId).limit(max)
  const result = await database.deleteFrom('contacts').where('id', 'in', some).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/**
 * Deletes the private contacts of a user, in all workspaces or one, that were last changed up to `until`. Shared ones
 * belong to the workspace.
 */
export async function deletePrivateContacts(
  database: Database,
  { userId, workspaceId }: { readonly userId: string; readonly workspaceId?: string },
  until: Date,
): Promise<void> {
  await database
    .deleteFrom('contacts')
    .where('owner_user_id', '=', userId)
    .where('visibility', '=', 'private')
    .where('updated_at', '<=', until)
    .$if(workspaceId !== undefined, (query) => query.where('workspace_id', '=', workspaceId ?? ''))
    .execute()
}

/** Returns the numbers of a contact; empty when the viewer cannot see it. */
export async function findContactNumbers(database: Database, viewer: Viewer, id: string): Promise<string[]> {
  const contact = await findContact(database, viewer, id)
  return contact?.phones.map(({ number }) => number) ?? []
}

/** Returns the numbers of the contacts that match a search, of at most 200 contacts. */
export async function findNumbersBySearch(
  database: Database,
  viewer: Viewer,
  search: string,
): Promise<string[]> {
  if (buildSearchPatterns(search) === null) return []
  const rows = await database
    .selectFrom('contacts')
    .select('phones')
    .where((where) => isVisibleTo(where, viewer))
    .where((where) => matchesSearch(where, search))
    .limit(200)
    .execute()
  return rows.flatMap(({ phones }) => phones.map(({ number }) => number))
}

export function isVisibleTo(where: Conditions, { workspaceId, userId }: Viewer) {
  return where.and([
    where('workspace_id', '=', workspaceId),
    where.or([where('visibility', '=', 'shared'), where('owner_user_id', '=', userId)]),
  ])
}

export function matchesSearch(where: Conditions, search: string) {
  const patterns = buildSearchPatterns(search)
  if (!patterns) return where.val(true)
  return where.or([
    where.and(patterns.words.map((pattern) => where('search_text', 'like', pattern))),
    where('search_text', 'like', patterns.joined),
  ])
}
