import { type Kysely, type Selectable, sql } from 'kysely'
import { toSortKey } from '../../database/search-text.ts'
import type { PhoneTables } from '../../database/tables.ts'
import type { ContactFields } from '../stored-contact.ts'
import type { ContactKey, DuplicateReason } from './contact-keys.ts'

type Database = Kysely<PhoneTables>
type KeyRow = Selectable<PhoneTables['contact_keys']>

export interface KeyOwner {
  readonly workspaceId: string
  readonly id: string
  /** As that of its numbers. */
  readonly scope: string
  readonly fields: Pick<ContactFields, 'name' | 'phones' | 'emails'>
}

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
