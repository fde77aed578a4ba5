import type { Selectable } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { AccountTables, AsJson, Database } from '../../platform/database/index.ts'

/** A user with primary e-mail, sign-in flags and the selected team. */
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

/** Selects a user as a JSON column of a larger query; see {@link parseUserJson}. */
export function selectUserAsJson(database: Database, id: string) {
  return jsonObjectFrom(database.selectFrom('user_records').selectAll().where('id', '=', id))
}

/** Parses a user selected by {@link selectUserAsJson}. */
export function parseUserJson(row: AsJson<UserRecord>): UserRecord {
  return {
    ...row,
    signed_up_at: new Date(row.signed_up_at),
    last_active_at: new Date(row.last_active_at),
    team_created_at: row.team_created_at === null ? null : new Date(row.team_created_at),
  }
}

/** Lists users of a project in the order of `ids`. Unknown ids are skipped. */
export async function listUsersById(
  database: Database,
  projectId: string,
  ids: readonly string[],
): Promise<UserRecord[]> {
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('user_records')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Lists users of a project, most recently signed up first. */
export async function listLatestUsers(
  database: Database,
  projectId: string,
  limit: number,
): Promise<UserRecord[]> {
  return await database
    .selectFrom('user_records')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('signed_up_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The ids of the projects that a user of the project `internal` owns. */
export function managedProjectIds({ server_metadata }: UserRecord): readonly string[] {
  const ids = (server_metadata as { managedProjectIds?: unknown } | null)?.managedProjectIds
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}
