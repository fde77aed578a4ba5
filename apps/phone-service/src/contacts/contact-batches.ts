import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import { claimNumbers, toNumberScope } from './contact-numbers.ts'
import { saveKeys } from './duplicates/save-keys.ts'
import { type ContactFields, toColumns } from './stored-contact.ts'

type Database = Kysely<PhoneTables>

/** A contact of a batch, whose caller has called `lockAllContacts`. */
export interface BatchedContact {
  readonly id: string
  readonly ownerUserId: string
  readonly fields: ContactFields
}

/** A contact that is replaced only if it still has this version. */
export interface ReplacedContact extends BatchedContact {
  readonly version: number
}

/**
 * Adds contacts and their numbers.
 *
 * @throws {Error} when a number is taken
 */
export async function insertContacts(
  transaction: Database,
  workspaceId: string,
  contacts: readonly BatchedContact[],
  now: Date,
): Promise<void> {
  const created = contacts.map((contact) => ({ ...contact, version: 1, createdAt: now, updatedAt: now }))
  await restoreContacts(transaction, workspaceId, created)
}

/** A deleted contact. */
export interface DeletedContact extends ReplacedContact {
  readonly createdAt: Date
  readonly updatedAt: Date
}

/**
 * Adds deleted contacts as they were, and their numbers.
 *
 * @throws {Error} when a number is taken
 */
export async function restoreContacts(
  transaction: Database,
  workspaceId: string,
  contacts: readonly DeletedContact[],
): Promise<void> {
  const rows = contacts.map(({ id, ownerUserId, fields, version, createdAt, updatedAt }) => ({
    id,
    workspace_id: workspaceId,
    owner_user_id: ownerUserId,
    ...toBatchColumns(fields),
    version,
    created_at: createdAt,
    updated_at: updatedAt,
  }))
  await transaction
    .insertInto('contacts')
    .columns(batchColumns)
    .expression(selectBatch(transaction, rows).select(batchColumns))
    .execute()
  await saveParts(transaction, workspaceId, contacts)
}

/**
 * Replaces contacts that still have their version, and their numbers. Returns the ids of those replaced.
 *
 * @throws {Error} when a number is taken
 */
export async function replaceContacts(
  transaction: Database,
  workspaceId: string,
  contacts: readonly ReplacedContact[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = contacts.map(({ id, version, ownerUserId, fields }) => ({
    id,
    version,
    owner_user_id: ownerUserId,
    ...toBatchColumns(fields),
  }))
  const replaced = await transaction
    .updateTable('contacts')
    .from(
      selectBatch(transaction, rows)
        .select([...replacedColumns, 'id', 'version'])
        .as('batch'),
    )
    .set(({ ref }) => ({
      ...Object.fromEntries(replacedColumns.map((column) => [column, ref(`batch.${column}`)])),
      version: sql<number>`contacts.version + 1`,
      updated_at: now,
    }))
    .whereRef('contacts.id', '=', 'batch.id')
    .whereRef('contacts.version', '=', 'batch.version')
    .where('contacts.workspace_id', '=', workspaceId)
    .returning('contacts.id')
    .execute()
  const ids = new Set(replaced.map(({ id }) => id))
  await saveParts(
    transaction,
    workspaceId,
    contacts.filter(({ id }) => ids.has(id)),
  )
  return ids
}

/** Deletes contacts that still have their version. Returns how many. */
export async function deleteContacts(
  transaction: Database,
  workspaceId: string,
  contacts: readonly { readonly id: string; readonly version: number }[],
): Promise<number> {
  const batch = sql<{ id: string; version: number }>`json_to_recordset(${JSON.stringify(contacts)}::json)`
  const result = await transaction
    .deleteFrom('contacts')
    .using(batch.as<'batch'>(sql`batch(id uuid, version integer)`))
    .whereRef('contacts.id', '=', 'batch.id')
    .whereRef('contacts.version', '=', 'batch.version')
    .where('contacts.workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Returns which of the contacts exist, also those that the user cannot see. */
export async function listExistingIds(
  transaction: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction
    .selectFrom('contacts')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

const fieldColumns = [
  'visibility',
  'name',
  'company',
  'role',
  'phones',
  'emails',
  'tags',
  'notes',
  'custom_values',
  'search_text',
  'sort_key',
  'size_bytes',
] as const
const replacedColumns = [...fieldColumns, 'owner_user_id'] as const
const batchColumns = [
  ...replacedColumns,
  'id',
  'workspace_id',
  'version',
  'created_at',
  'updated_at',
] as const

type ContactRow = Selectable<PhoneTables['contacts']>

/** Selects the rows from one JSON parameter, so that batches of all sizes share one prepared statement. */
function selectBatch(
  database: Database,
  rows: readonly object[],
): SelectQueryBuilder<{ batch: ContactRow }, 'batch', object> {
  const batch = sql<ContactRow>`json_to_recordset(${JSON.stringify(rows)}::json)`
  return database.selectFrom(
    batch.as<'batch'>(sql`batch(id uuid, workspace_id uuid, owner_user_id uuid, visibility text, name text,
      company text, role text, phones jsonb, emails jsonb, tags text[], notes text, custom_values jsonb, search_text text, sort_key text,
      size_bytes integer, version integer, created_at timestamptz, updated_at timestamptz)`),
  ) as unknown as SelectQueryBuilder<{ batch: ContactRow }, 'batch', object>
}

function toBatchColumns(fields: ContactFields) {
  return {
    ...toColumns(fields),
    phones: fields.phones,
    emails: fields.emails,
    custom_values: fields.customValues,
  }
}

/** Writes the numbers and the keys of contacts. */
async function saveParts(
  transaction: Database,
  workspaceId: string,
  contacts: readonly BatchedContact[],
): Promise<void> {
  const owners = contacts.map(({ id, ownerUserId, fields }) => ({
    workspaceId,
    id,
    ownerUserId,
    visibility: fields.visibility,
    numbers: [...new Set(fields.phones.map(({ number }) => number))],
  }))
  if (!(await claimNumbers(transaction, owners)))
    throw new Error('A number of a batch of contacts was taken, although all contacts are locked.')
  const keyOwners = contacts.map(({ id, ownerUserId, fields }) => ({
    workspaceId,
    id,
    scope: toNumberScope(fields.visibility, ownerUserId),
    fields,
  }))
  await saveKeys(transaction, keyOwners)
}
