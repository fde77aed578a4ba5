import type { Selectable } from 'kysely'
import type { AccountTables, Database } from '../database/index.ts'

/** Who somebody is: a user with their primary address, whether they have a password, and the selected team. */
export type UserRecord = Selectable<AccountTables['user_records']>

/** Finds a user of a project, or null. */
export async function findUser(
  database: Database,
  projectId: string,
  id: string,
): Promise<UserRecord | null> {
  const row = await database
    .selectFrom('user_records')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** The projects that a user of the project `internal` owns. */
export function managedProjectIds({ server_metadata }: UserRecord): readonly string[] {
  const ids = (server_metadata as { managedProjectIds?: unknown } | null)?.managedProjectIds
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}
