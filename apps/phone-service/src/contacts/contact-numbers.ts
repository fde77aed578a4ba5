import { type Kysely, type Selectable, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import type { Viewer } from './contacts.ts'

type Database = Kysely<PhoneTables>
type ContactNumberRow = Selectable<PhoneTables['contact_numbers']>

/**
 * Returns the scope in which a number is unique: all shared contacts, or the private contacts of one user.
 */
export function toNumberScope(visibility: 'shared' | 'private', ownerUserId: string): string {
  return visibility === 'shared' ? '' : ownerUserId
}

/** Returns a contact other than `exceptId` that has one of `numbers` and that the viewer can see, or null. */
export async function findContactWithNumber(
  database: Database,
  { workspaceId, userId }: Viewer,
  numbers: readonly string[],
  exceptId: string,
): Promise<TakenNumber | null> {
  return await findTakenNumber(database, {
    workspaceId,
    scopes: ['', userId],
    numbers,
    exceptIds: [exceptId],
  })
}

interface TakenNumber {
  readonly number: string
  readonly contactId: string
}

/** Returns a contact other than `exceptIds` that has one of `numbers` in one of `scopes`, or null. */
export async function findTakenNumber(
  database: Database,
  {
    workspaceId,
    scopes,
    numbers,
    exceptIds,
  }: {
    readonly workspaceId: string
    readonly scopes: readonly string[]
    readonly numbers: readonly string[]
    readonly exceptIds: readonly string[]
  },
): Promise<TakenNumber | null> {
  if (numbers.length === 0) return null
  const row = await database
    .selectFrom('contact_numbers')
    .select(['number', 'contact_id'])
    .where('workspace_id', '=', workspaceId)
    .where('scope', 'in', scopes)
    .where('number', 'in', numbers)
    .where('contact_id', '!=', sql<string>`all(${exceptIds}::uuid[])`)
    .executeTakeFirst()
  return row ? { number: row.number, contactId: row.contact_id } : null
}

/** A number in the scope in which it is unique. */
export interface ScopedNumber {
  readonly scope: string
  readonly number: string
}

/** Returns those of the numbers that a contact of the workspace has. */
export async function listTakenNumbers(
  database: Database,
  workspaceId: string,
  numbers: readonly ScopedNumber[],
): Promise<ScopedNumber[]> {
  const batch = sql<ScopedNumber>`json_to_recordset(${JSON.stringify(numbers)}::json)`
  const rows = await database
    .selectFrom('contact_numbers')
    .innerJoin(batch.as<'batch'>(sql`batch(scope text, number text)`), (join) =>
      join
        .onRef('batch.scope', '=', 'contact_numbers.scope')
        .onRef('batch.number', '=', 'contact_numbers.number'),
    )
    .select(['contact_numbers.scope', 'contact_numbers.number'])
    .where('contact_numbers.workspace_id', '=', workspaceId)
    .execute()
  return rows.map(({ scope, number }) => ({ scope, number }))
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
