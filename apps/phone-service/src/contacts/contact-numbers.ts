import { type Kysely, type Selectable, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import type { Viewer } from './contacts.ts'

type Database = Kysely<PhoneTables>
type ContactNumberRow = Selectable<PhoneTables['contact_numbers']>

/**
 * Returns the scope in which a number is unique: all shared contacts, or the private contacts of one user.
 */
function toNumberScope(visibility: 'shared' | 'private', ownerUserId: string): string {
  return visibility === 'shared' ? '' : ownerUserId
}

/** Returns a contact other than `exceptId` that has one of `numbers` and that the viewer can see, or null. */
export async function findContactWithNumber(
  database: Database,
  { workspaceId, userId }: Viewer,
  numbers: readonly string[],
  exceptId: string,
): Promise<{ number: string; contactId: string } | null> {
  if (numbers.length === 0) return null
  const row = await database
    .selectFrom('contact_numbers')
    .select(['number', 'contact_id'])
    .where('workspace_id', '=', workspaceId)
    .where('scope', 'in', ['', userId])
    .where('number', 'in', numbers)
    .where('contact_id', '!=', exceptId)
    .executeTakeFirst()
  return row ? { number: row.number, contactId: row.contact_id } : null
}

interface NumberOwner {
  readonly workspaceId: string
  readonly id: string
  readonly ownerUserId: string
  readonly visibility: 'shared' | 'private'
  /** Without repetitions. */
  readonly numbers: readonly string[]
}

/** Replaces the numbers of contacts. Returns false when one is taken; the caller must then roll back. */
export async function claimNumbers(database: Database, owners: readonly NumberOwner[]): Promise<boolean> {
  const ids = owners.map(({ id }) => id)
  await database
    .deleteFrom('contact_numbers')
    .where('contact_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  const rows = owners.flatMap(({ workspaceId, visibility, ownerUserId, id, numbers }) =>
    numbers.map((number) => ({
      workspace_id: workspaceId,
      scope: toNumberScope(visibility, ownerUserId),
      number,
      contact_id: id,
    })),
  )
  if (rows.length === 0) return true
  const claimed = await database
    .insertInto('contact_numbers')
    .columns(['workspace_id', 'scope', 'number', 'contact_id'])
    .expression(
      database
        .selectFrom(
          sql<ContactNumberRow>`json_to_recordset(${JSON.stringify(rows)}::json)`.as<'claimed'>(
            sql`claimed(workspace_id uuid, scope text, number text, contact_id uuid)`,
          ),
        )
        .select(['workspace_id', 'scope', 'number', 'contact_id']),
    )
    .onConflict((conflict) => conflict.columns(['workspace_id', 'scope', 'number']).doNothing())
    .returning('number')
    .execute()
  return claimed.length === rows.length
}

/**
 * Returns the contacts that the viewer can see, by number. A private contact takes precedence over a shared
 * one.
 */
export async function findContactsByNumber(
  database: Database,
  { workspaceId, userId }: Viewer,
  numbers: readonly string[],
): Promise<Map<string, { id: string; name: string }>> {
  if (numbers.length === 0) return new Map()
  const rows = await database
    .selectFrom('contact_numbers')
    .innerJoin('contacts', 'contacts.id', 'contact_numbers.contact_id')
    .select(['contact_numbers.number', 'contacts.id', 'contacts.name'])
    .where('contact_numbers.workspace_id', '=', workspaceId)
    .where('contact_numbers.scope', 'in', ['', userId])
    .where('contact_numbers.number', 'in', [...new Set(numbers)])
    .orderBy('contact_numbers.scope')
    .execute()
  return new Map(rows.map((row) => [row.number, { id: row.id, name: row.name }]))
}
