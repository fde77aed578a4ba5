import type { customFields } from '@parley/contract/phone'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { toFieldKey } from './field-key.ts'

type Database = Kysely<PhoneTables>
type CustomField = customFields.CustomField

export interface StoredField extends CustomField {
  /** That of the name, by which files of contacts name the field. */
  readonly key: string
}

/** Returns the custom fields of a workspace in their order, with archived ones. */
export async function listFields(database: Database, workspaceId: string): Promise<StoredField[]> {
  const rows = await database
    .selectFrom('contact_fields')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('position')
    .execute()
  return rows.map(toField)
}

/** Returns the custom fields of a workspace that are not archived, in their order. */
export async function listActiveFields(database: Database, workspaceId: string): Promise<StoredField[]> {
  return (await listFields(database, workspaceId)).filter(({ isArchived }) => !isArchived)
}

/** Lets changes of the custom fields of a workspace wait for each other. */
export async function lockFields(transaction: Database, workspaceId: string): Promise<void> {
  const lockName = `custom fields of ${workspaceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
}

export async function insertField(
  transaction: Database,
  workspaceId: string,
  { id, name, type, choices, isArchived }: CustomField,
): Promise<void> {
  await transaction
    .insertInto('contact_fields')
    .values(({ selectFrom }) => ({
      id,
      workspace_id: workspaceId,
      name,
      key: toFieldKey(name),
      type,
      choices: JSON.stringify(choices),
      is_archived: isArchived,
      position: selectFrom('contact_fields')
        .select(sql<number>`coalesce(max(position) + 1, 0)`.as('next'))
        .where('workspace_id', '=', workspaceId),
    }))
    .execute()
}

export async function updateField(
  transaction: Database,
  { id, name, choices, isArchived }: CustomField,
): Promise<void> {
  await transaction
    .updateTable('contact_fields')
    .set({ name, key: toFieldKey(name), choices: JSON.stringify(choices), is_archived: isArchived })
    .where('id', '=', id)
    .execute()
}

/** @param order the ids of all fields of the workspace */
export async function saveOrder(
  transaction: Database,
  workspaceId: string,
  order: readonly string[],
): Promise<void> {
  await transaction
    .updateTable('contact_fields')
    .set({ position: sql<number>`array_position(${order}::uuid[], id)` })
    .where('workspace_id', '=', workspaceId)
    .execute()
}

export async function deleteFieldRow(transaction: Database, id: string): Promise<void> {
  await transaction.deleteFrom('contact_fields').where('id', '=', id).execute()
}

/** Deletes the custom fields of a deleted workspace. */
export async function deleteFieldsOfWorkspace(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('contact_fields').where('workspace_id', '=', workspaceId).execute()
}

type FieldRow = Selectable<PhoneTables['contact_fields']>

function toField(row: FieldRow): StoredField {
  return {
    id: row.id,
    name: row.name,
    key: row.key,
    type: row.type,
    choices: row.choices,
    isArchived: row.is_archived,
  }
}
