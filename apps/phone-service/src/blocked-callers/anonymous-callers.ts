import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/** Returns whether calls from withheld numbers to a workspace do not ring. By default, they ring. */
export async function areAnonymousCallersBlocked(database: Database, workspaceId: string): Promise<boolean> {
  const row = await database
    .selectFrom('anonymous_callers')
    .select('are_blocked')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row?.are_blocked ?? false
}

export async function saveAnonymousCallers(
  database: Database,
  workspaceId: string,
  areBlocked: boolean,
): Promise<void> {
  await database
    .insertInto('anonymous_callers')
    .values({ workspace_id: workspaceId, are_blocked: areBlocked })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ are_blocked: areBlocked }))
    .execute()
}

/** Deletes whether a workspace blocks calls from withheld numbers. */
export async function deleteAnonymousCallers(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('anonymous_callers').where('workspace_id', '=', workspaceId).execute()
}
