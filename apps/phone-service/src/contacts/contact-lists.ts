import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { toSortKey } from '../database/search-text.ts'
import type { PhoneTables } from '../database/tables.ts'
import { isVisibleTo, matchesSearch, type Viewer } from './contacts.ts'
import { columns, type StoredContact, toContact } from './stored-contact.ts'

type Database = Kysely<PhoneTables>

/** Contacts that match a search, of those with `ids` and without `exceptIds`. */
export interface ContactFilter {
  readonly search: string
  readonly ids?: readonly string[]
  readonly exceptIds?: readonly string[]
}

/** Returns the next contacts that the viewer can see and that pass a filter, by name, after the contact `after`. */
export async function listContactBatch(
  database: Database,
  viewer: Viewer,
  filter: ContactFilter,
  { after, limit }: { readonly after: StoredContact | null; readonly limit: number },
): Promise<StoredContact[]> {
  const rows = await database
    .selectFrom('contacts')
    .select(columns)
    .where((where) => passesFilter(where, viewer, filter))
    .$if(after !== null, (query) => query.where(isAfter(after)))
    .orderBy('sort_key')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toContact)
}

/** Returns the ids of the first contacts that the viewer can see and that pass a filter, by name. */
export async function listContactIds(
  database: Database,
  viewer: Viewer,
  filter: ContactFilter,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .selectFrom('contacts')
    .select('id')
    .where((where) => passesFilter(where, viewer, filter))
    .orderBy('sort_key')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

function passesFilter(
  where: ExpressionBuilder<PhoneTables, 'contacts'>,
  viewer: Viewer,
  { search, ids, exceptIds }: ContactFilter,
) {
  return where.and([
    isVisibleTo(where, viewer),
    ...(search.trim() === '' ? [] : [matchesSearch(where, search)]),
    ...(ids ? [where('id', '=', sql<string>`any(${ids}::uuid[])`)] : []),
    ...(exceptIds ? [where('id', '!=', sql<string>`all(${exceptIds}::uuid[])`)] : []),
  ])
}

/** Returns the next contacts of a workspace with a value of a custom field, also private ones, by name. */
export async function listContactsWithValue(
  transaction: Database,
  { workspaceId, fieldId }: { readonly workspaceId: string; readonly fieldId: string },
  { after, limit }: { readonly after: StoredContact | null; readonly limit: number },
): Promise<StoredContact[]> {
  const rows = await transaction
    .selectFrom('contacts')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`custom_values ? ${fieldId}`)
    .$if(after !== null, (query) => query.where(isAfter(after)))
    .orderBy('sort_key')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toContact)
}

function isAfter(after: StoredContact | null) {
  return sql<boolean>`(sort_key, id) > (${toSortKey(after?.name ?? '')}, ${after?.id ?? null}::uuid)`
}

/** Returns the largest numbers of phones and e-mails of the contacts that the viewer can see and that pass a filter. */
export async function countListEntries(
  database: Database,
  viewer: Viewer,
  filter: ContactFilter,
): Promise<{ readonly phones: number; readonly emails: number }> {
  const row = await database
    .selectFrom('contacts')
    .select([
      sql<number | null>`max(jsonb_array_length(phones))`.as('phones'),
      sql<number | null>`max(jsonb_array_length(emails))`.as('emails'),
    ])
    .where((where) => passesFilter(where, viewer, filter))
    .executeTakeFirstOrThrow()
  return { phones: row.phones ?? 0, emails: row.emails ?? 0 }
}
