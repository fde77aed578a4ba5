import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

interface ErasedContacts {
  readonly workspaceId: string
  /** Null: it was searched before, which reads all copies of the workspace. */
  readonly number: string | null
  /** Contacts that are deleted, also those whose copies have other numbers. */
  readonly contactIds: readonly string[]
}

/** Counts the copies of contacts with a number that could undo a change. */
export async function countCopies(
  database: Database,
  erased: Omit<ErasedContacts, 'contactIds'>,
): Promise<number> {
  const { count } = await selectCopies(database, { ...erased, contactIds: [] })
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes the copies of contacts, and the merges that they would undo, as a whole. Returns the number of copies. */
export async function deleteCopies(transaction: Database, erased: ErasedContacts): Promise<number> {
  const found = await selectCopies(transaction, erased)
    .select(['change_id', 'contact_id', 'contact_changes.kind'])
    .select(sql<string | null>`contact_before -> 'fields' ->> 'name'`.as('name'))
    .execute()
  const merges = found.filter(({ kind }) => kind === 'merge').map((each) => each.change_id)
  if (merges.length > 0)
    await transaction
      .deleteFrom('contact_changes')
      .where('id', 'in', [...new Set(merges)])
      .execute()
  for (const { change_id: changeId, contact_id: contactId, name } of found) {
    await transaction
      .deleteFrom('contact_change_items')
      .where('change_id', '=', changeId)
      .where('contact_id', '=', contactId)
      .execute()
    await transaction
      .updateTable('contact_changes')
      .set({
        contact_count: sql<number>`contact_count - 1`,
        names: sql`names - ${name ?? ''}::text`,
      })
      .where('id', '=', changeId)
      .execute()
  }
  if (found.length > 0)
    await transaction
      .deleteFrom('contact_changes')
      .where('workspace_id', '=', erased.workspaceId)
      .where('contact_count', '<=', 0)
      .execute()
  return found.length
}

function selectCopies(database: Database, { workspaceId, number, contactIds }: ErasedContacts) {
  return database
    .selectFrom('contact_change_items')
    .innerJoin('contact_changes', 'contact_changes.id', 'contact_change_items.change_id')
    .where('contact_changes.workspace_id', '=', workspaceId)
    .where(({ or }) =>
      or([
        ...(number === null
          ? []
          : [sql<boolean>`contact_before -> 'fields' -> 'phones' @> ${JSON.stringify([{ number }])}::jsonb`]),
        sql<boolean>`contact_id = any(${contactIds}::uuid[])`,
      ]),
    )
}
