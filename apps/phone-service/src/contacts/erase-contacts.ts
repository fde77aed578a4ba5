import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

interface WorkspaceNumber {
  readonly workspaceId: string
  readonly number: string
}

/** Counts the contacts with a number, of all members, and their further numbers. */
export async function countContactsWithNumber(
  database: Database,
  { workspaceId, number }: WorkspaceNumber,
): Promise<{ readonly contacts: number; readonly otherNumbers: number }> {
  const { contacts, numbers } = await database
    .selectFrom('contacts')
    .select(({ fn }) => [
      fn.countAll<string>().as('contacts'),
      sql<string | null>`sum(jsonb_array_length(phones))`.as('numbers'),
    ])
    .where('id', 'in', selectContacts(database, { workspaceId, number }))
    .executeTakeFirstOrThrow()
  return { contacts: Number(contacts), otherNumbers: Number(numbers ?? 0) - Number(contacts) }
}

/** Deletes up to `max` contacts with a number, shared and private ones. Returns their ids. */
export async function deleteContactsWithNumber(
  transaction: Database,
  { workspaceId, number, max }: WorkspaceNumber & { readonly max: number },
): Promise<string[]> {
  const deleted = await transaction
    .deleteFrom('contacts')
    .where('id', 'in', selectContacts(transaction, { workspaceId, number }).limit(max))
    .returning('id')
    .execute()
  return deleted.map(({ id }) => id)
}

function selectContacts(database: Database, { workspaceId, number }: WorkspaceNumber) {
  return database
    .selectFrom('contact_numbers')
    .select('contact_id')
    .where('workspace_id', '=', workspaceId)
    .where('number', '=', number)
}
