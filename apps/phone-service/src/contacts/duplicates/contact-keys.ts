import type { contactDuplicates } from '@parley/contract/phone'
import { type Kysely, type Selectable, sql } from 'kysely'
import { toSortKey } from '../../database/search-text.ts'
import type { PhoneTables } from '../../database/tables.ts'
import type { Viewer } from '../contacts.ts'
import type { ContactFields } from '../stored-contact.ts'

type Database = Kysely<PhoneTables>
export type DuplicateReason = contactDuplicates.Duplicate['reasons'][number]

/** A part of a contact that another one may have too. */
export interface ContactKey {
  readonly kind: DuplicateReason
  readonly key: string
}

export interface KeyOwner {
  readonly workspaceId: string
  readonly id: string
  /** As that of its numbers. */
  readonly scope: string
  readonly fields: Pick<ContactFields, 'name' | 'phones' | 'emails'>
}

type KeyRow = Selectable<PhoneTables['contact_keys']>

function listKeys({ name, phones, emails }: KeyOwner['fields']): ContactKey[] {
  const words = toSortKey(name).split(' ').toSorted().join(' ')
  return [
    ...new Set(phones.map(({ number }) => `number ${number}`)),
    ...new Set(emails.map(({ address }) => `email ${address.toLowerCase()}`)),
    ...(words === '' ? [] : [`name ${words}`]),
  ].map((text) => {
    const [kind = ''] = text.split(' ', 1)
    return { kind: kind as DuplicateReason, key: text.slice(kind.length + 1) }
  })
}

/**
 * Replaces the keys of contacts, whose caller has locked the contacts of the workspace. A key that a contact retains
 * stays dismissed.
 */
export async function saveKeys(transaction: Database, owners: readonly KeyOwner[]): Promise<void> {
  const rows = owners.flatMap(({ workspaceId, id, scope, fields }) =>
    listKeys(fields).map(({ kind, key }) => ({
      contact_id: id,
      kind,
      key,
      workspace_id: workspaceId,
      scope,
    })),
  )
  const batch = createBatch(rows)
  await deleteOtherKeys(
    transaction,
    owners.map(({ id }) => id),
    batch,
  )
  await insertKeys(transaction, batch)
  await markFirst(transaction, batch)
}

/** Deletes the keys of contacts that are not in the batch. See {@link markFirst} for the offset. */
async function deleteOtherKeys(
  transaction: Database,
  contactIds: readonly string[],
  batch: ReturnType<typeof createBatch>,
): Promise<void> {
  const ids = sql<{ id: string }>`unnest(${contactIds}::uuid[])`.as<'ids'>(sql`ids(id)`)
  const stored = transaction
    .selectFrom(ids)
    .crossJoinLateral(({ selectFrom }) =>
      selectFrom('contact_keys as each')
        .select(['each.contact_id', 'each.kind', 'each.key'])
        .whereRef('each.contact_id', '=', 'ids.id')
        .offset(0)
        .as('of_contact'),
    )
    .select(['of_contact.contact_id', 'of_contact.kind', 'of_contact.key'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(batch)
            .select('batch.kind')
            .whereRef('batch.contact_id', '=', 'of_contact.contact_id')
            .whereRef('batch.kind', '=', 'of_contact.kind')
            .whereRef('batch.key', '=', 'of_contact.key'),
        ),
      ),
    )
    .as('stored')
  await transaction
    .deleteFrom('contact_keys')
    .using(stored)
    .whereRef('contact_keys.contact_id', '=', 'stored.contact_id')
    .whereRef('contact_keys.kind', '=', 'stored.kind')
    .whereRef('contact_keys.key', '=', 'stored.key')
    .execute()
}

/**
 * Inserts the keys of a batch. Those that other contacts have too are marked as they are inserted: thousands of updates
 * of one key in a transaction would leave as many dead rows, which each later one would read.
 */
async function insertKeys(transaction: Database, batch: ReturnType<typeof createBatch>): Promise<void> {
  const columns = ['contact_id', 'kind', 'key', 'workspace_id', 'scope'] as const
  const isTwiceInBatch = sql<boolean>`count(*) over (partition by batch.workspace_id, batch.kind, batch.key) > 1`
  const rows = transaction
    .selectFrom(batch)
    .select(({ or, selectFrom }) => [
      ...columns,
      or([
        isTwiceInBatch,
        sql<boolean>`${selectFrom('contact_keys as other')
          .select('other.is_repeated')
          .whereRef('other.workspace_id', '=', 'batch.workspace_id')
          .whereRef('other.kind', '=', 'batch.kind')
          .whereRef('other.key', '=', 'batch.key')
          .whereRef('other.contact_id', '!=', 'batch.contact_id')
          .limit(1)} is not null`,
      ]).as('is_repeated'),
    ])
  await transaction
    .insertInto('contact_keys')
    .columns([...columns, 'is_repeated'])
    .expression(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['contact_id', 'kind', 'key'])
        .doUpdateSet({ scope: sql<string>`excluded.scope` })
        .where('contact_keys.scope', '!=', sql<string>`excluded.scope`),
    )
    .execute()
}

/**
 * Marks the contact that was alone with a key of a batch. The subqueries with an offset are not merged into the others,
 * so that they read few rows by an index also when the statistics of the table are old.
 */
async function markFirst(transaction: Database, batch: ReturnType<typeof createBatch>): Promise<void> {
  const keys = transaction
    .selectFrom(batch)
    .select(['batch.workspace_id', 'batch.kind', 'batch.key'])
    .distinct()
    .as('keys')
  const unmarked = transaction
    .selectFrom(keys)
    .crossJoinLateral(({ selectFrom }) =>
      selectFrom('contact_keys as each')
        .select('each.kind')
        .whereRef('each.workspace_id', '=', 'keys.workspace_id')
        .whereRef('each.kind', '=', 'keys.kind')
        .whereRef('each.key', '=', 'keys.key')
        .limit(1)
        .offset(1)
        .as('second'),
    )
    .crossJoinLateral(({ selectFrom }) =>
      selectFrom('contact_keys as each')
        .select(['each.contact_id', 'each.kind', 'each.key'])
        .whereRef('each.workspace_id', '=', 'keys.workspace_id')
        .whereRef('each.kind', '=', 'keys.kind')
        .whereRef('each.key', '=', 'keys.key')
        .where('each.is_repeated', '=', false)
        .offset(0)
        .as('first'),
    )
    .select(['first.contact_id', 'first.kind', 'first.key'])
    .as('unmarked')
  await transaction
    .updateTable('contact_keys')
    .from(unmarked)
    .set({ is_repeated: true })
    .whereRef('contact_keys.contact_id', '=', 'unmarked.contact_id')
    .whereRef('contact_keys.kind', '=', 'unmarked.kind')
    .whereRef('contact_keys.key', '=', 'unmarked.key')
    .execute()
}

function createBatch(rows: readonly Omit<KeyRow, 'is_repeated' | 'is_dismissed'>[]) {
  return sql<KeyRow>`json_to_recordset(${JSON.stringify(rows)}::json)`.as<'batch'>(
    sql`batch(contact_id uuid, kind text, key text, workspace_id uuid, scope text)`,
  )
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
