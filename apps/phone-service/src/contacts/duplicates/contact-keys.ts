import type { contactDuplicates } from '@parley/contract/phone'
import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import type { Viewer } from '../contacts.ts'

type Database = Kysely<PhoneTables>
export type DuplicateReason = contactDuplicates.Duplicate['reasons'][number]

/** A part of a contact that another one may have too. */
export interface ContactKey {
  readonly kind: DuplicateReason
  readonly key: string
}

/** Returns the dismissed keys of contacts, by contact. */
export async function listDismissedKeys(
  transaction: Database,
  ids: readonly string[],
): Promise<Map<string, ContactKey[]>> {
  const rows = await transaction
    .selectFrom('contact_keys')
    .select(['contact_id', 'kind', 'key'])
    .where('contact_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('is_dismissed', '=', true)
    .execute()
  const keys = new Map<string, ContactKey[]>()
  for (const { contact_id, kind, key } of rows)
    keys.set(contact_id, [...(keys.get(contact_id) ?? []), { kind, key }])
  return keys
}

/** Dismisses keys of a contact, of those that it has. */
export async function dismissKeys(
  transaction: Database,
  contactId: string,
  keys: readonly ContactKey[],
): Promise<void> {
  for (const { kind, key } of keys)
    await transaction
      .updateTable('contact_keys')
      .set({ is_dismissed: true })
      .where('contact_id', '=', contactId)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .execute()
}

/** Dismisses what contacts have in common. */
export async function dismissCommonKeys(transaction: Database, ids: readonly string[]): Promise<void> {
  const common = transaction
    .selectFrom('contact_keys')
    .select(['kind', 'key'])
    .where('contact_id', '=', sql<string>`any(${ids}::uuid[])`)
    .groupBy(['kind', 'key'])
    .having(({ fn }) => fn.countAll(), '>', 1)
    .as('common')
  await transaction
    .updateTable('contact_keys')
    .from(common)
    .set({ is_dismissed: true })
    .whereRef('contact_keys.kind', '=', 'common.kind')
    .whereRef('contact_keys.key', '=', 'common.key')
    .where('contact_keys.contact_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

/** Repeated keys that are grouped for one page. */
const maxKeys = 2_000

/** Contacts with something in common, the first of them in the order of the list. */
export interface DuplicateGroup {
  readonly reasons: readonly DuplicateReason[]
  readonly contactIds: readonly string[]
  readonly contactCount: number
  readonly position: readonly [rank: string, key: string]
}

export interface DuplicatePage {
  readonly groups: readonly DuplicateGroup[]
  readonly total: number
  /** Whether these are all groups. */
  readonly isComplete: boolean
  readonly counts: Readonly<Record<DuplicateReason, number>>
}

interface PageRow {
  readonly kinds: DuplicateReason[]
  readonly ids: string[]
  readonly size: number
  readonly rank: number
  readonly key: string
}

/**
 * Returns the groups of contacts that the viewer can see and that have a key in common, of which not all have been
 * dismissed. Reads repeated keys only, so that the time depends on the number of duplicates.
 */
export async function listGroups(
  database: Database,
  { workspaceId, userId }: Viewer,
  page: { after: readonly [rank: string, key: string] | null; limit: number; maxContacts: number },
): Promise<DuplicatePage> {
  const first = sql<boolean>`(rank, key) > (${Number(page.after?.[0] ?? 0)}, ${page.after?.[1] ?? ''})`
  const counted = await withSuggestions(database, { workspaceId, userId })
    .selectFrom('suggested')
    .select((select) => [
      sql<number>`count(*)::int`.as('total'),
      select
        .selectFrom('by_key')
        .select(({ fn }) => fn.countAll<string>().as('keys'))
        .as('keys'),
      sql<number>`(count(*) filter (where 'number' = any(kinds)))::int`.as('number'),
      sql<number>`(count(*) filter (where 'email' = any(kinds)))::int`.as('email'),
      sql<number>`(count(*) filter (where 'name' = any(kinds)))::int`.as('name'),
      select
        .selectFrom((query) =>
          query
            .selectFrom('suggested')
            .select(['kinds', 'size', 'rank', 'key', sql`ids[1:${page.maxContacts}::int]`.as('ids')])
            .$if(page.after !== null, (rest) => rest.where(first))
            .orderBy('rank')
            .orderBy('key')
            .limit(page.limit)
            .as('page'),
        )
        .select(sql<PageRow[]>`coalesce(json_agg(page), '[]')`.as('page'))
        .as('page'),
    ])
    .executeTakeFirstOrThrow()
  const { total, keys, number, email, name } = counted
  const groups = (counted.page ?? []).map(({ kinds, ids, size, rank, key }) => ({
    reasons: kinds,
    contactIds: ids,
    contactCount: size,
    position: [String(rank), key] as const,
  }))
  const isComplete = Number(keys) <= maxKeys
  const counts = { number, email, name }
  return { groups, total: isComplete ? total : Math.min(total, maxKeys), isComplete, counts }
}

/** Returns the database with the groups of contacts as `suggested`. */
function withSuggestions(database: Database, { workspaceId, userId }: Viewer) {
  return database
    .with('visible', (query) =>
      query
        .selectFrom('contact_keys')
        .select(['kind', 'key', 'contact_id', 'is_dismissed'])
        .where('workspace_id', '=', workspaceId)
        .where('is_repeated', '=', true)
        .where('scope', 'in', ['', userId]),
    )
    .with('by_key', (query) =>
      query
        .selectFrom('visible')
        .select([
          'kind',
          'key',
          sql<string[]>`array_agg(contact_id order by contact_id)`.as('members'),
          sql<string[]>`array_agg(contact_id order by is_dismissed, contact_id)`.as('ids'),
        ])
        .groupBy(['kind', 'key'])
        .having(sql<boolean>`count(*) > 1 and not bool_and(is_dismissed)`)
        // As in the index, so that the limit bounds the time.
        .orderBy('kind', 'desc')
        .orderBy('key', 'desc')
        .limit(maxKeys + 1),
    )
    .with(
      (cte) => cte('suggested').materialized(),
      (query) =>
        query
          .selectFrom('by_key')
          .select([
            sql<DuplicateReason[]>`array_agg(kind)`.as('kinds'),
            sql<string[]>`min(ids)`.as('ids'),
            sql<number>`cardinality(members)`.as('size'),
            sql<number>`min(case kind when 'number' then 1 when 'email' then 2 else 3 end)`.as('rank'),
            sql<string>`min(key)`.as('key'),
          ])
          .groupBy('members'),
    )
}
