import { required } from '@parley/primitives'
import { type Expression, type SqlBool, sql } from 'kysely'
import { type Database, maxListRows } from '../platform/database/index.ts'

/** A permission granted directly to a team member. */
export interface TeamGrant {
  readonly teamId: string
  readonly userId: string
  readonly permissionId: string
}

/** A permission granted directly to a user in the whole project. */
export interface ProjectGrant {
  readonly userId: string
  readonly permissionId: string
}

/** Foreign keys: grants belong to existing members and users. */
export const grantForeignKeys = {
  memberExists: 'team_permission_grants_team_id_user_id_fkey',
  userExists: 'project_permission_grants_project_id_user_id_fkey',
} as const

/** Grants permissions to members. Existing grants are unchanged. */
export async function insertTeamGrants(
  database: Database,
  projectId: string,
  grants: readonly TeamGrant[],
): Promise<void> {
  if (grants.length === 0) return
  await database
    .insertInto('team_permission_grants')
    .values(
      grants.map(({ teamId, userId, permissionId }) => ({
        project_id: projectId,
        team_id: teamId,
        user_id: userId,
        permission_id: permissionId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Grants project permissions to a user. Existing grants are unchanged. */
export async function insertProjectGrants(
  database: Database,
  projectId: string,
  userId: string,
  permissionIds: readonly string[],
): Promise<void> {
  if (permissionIds.length === 0) return
  await database
    .insertInto('project_permission_grants')
    .values(
      permissionIds.map((permissionId) => ({
        project_id: projectId,
        user_id: userId,
        permission_id: permissionId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Lists direct team grants of a project, ordered by team and user, optionally filtered. */
export async function listTeamGrants(
  database: Database,
  projectId: string,
  filter: { readonly teamId?: string; readonly userId?: string; readonly permissionIds?: readonly string[] },
): Promise<TeamGrant[]> {
  const rows = await database
    .selectFrom('team_permission_grants')
    .select(['team_id', 'user_id', 'permission_id'])
    .where('project_id', '=', projectId)
    .$if(filter.teamId !== undefined, (query) =>
      query.where('team_id', '=', required(filter.teamId, 'the team id')),
    )
    .$if(filter.userId !== undefined, (query) =>
      query.where('user_id', '=', required(filter.userId, 'the user id')),
    )
    .$if(filter.permissionIds !== undefined, (query) =>
      query.where(matchesPermissionIds(required(filter.permissionIds, 'the permission ids'))),
    )
    .orderBy('team_id')
    .orderBy('user_id')
    .orderBy('permission_id')
    .limit(maxListRows)
    .execute()
  return rows.map((row) => ({
    teamId: row.team_id,
    userId: row.user_id,
    permissionId: row.permission_id,
  }))
}

/** Returns for each of the users a text that differs after a change of the direct team grants; none without grants. */
export async function digestTeamGrants(
  database: Database,
  projectId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const grant = sql`team_id || ' ' || permission_id`
  const rows = await database
    .selectFrom('team_permission_grants')
    .select(['user_id', sql<string>`md5(string_agg(${grant}, ',' order by ${grant}))`.as('digest')])
    .where('project_id', '=', projectId)
    .where(({ eb, fn, val }) => eb('user_id', '=', fn.any(val([...userIds]))))
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.digest]))
}

/** Lists direct project grants, ordered by user, optionally filtered. */
export async function listProjectGrants(
  database: Database,
  projectId: string,
  filter: { readonly userId?: string; readonly permissionIds?: readonly string[] },
): Promise<ProjectGrant[]> {
  const rows = await database
    .selectFrom('project_permission_grants')
    .select(['user_id', 'permission_id'])
    .where('project_id', '=', projectId)
    .$if(filter.userId !== undefined, (query) =>
      query.where('user_id', '=', required(filter.userId, 'the user id')),
    )
    .$if(filter.permissionIds !== undefined, (query) =>
      query.where(matchesPermissionIds(required(filter.permissionIds, 'the permission ids'))),
    )
    .orderBy('user_id')
    .orderBy('permission_id')
    .limit(maxListRows)
    .execute()
  return rows.map((row) => ({ userId: row.user_id, permissionId: row.permission_id }))
}

function matchesPermissionIds(permissionIds: readonly string[]): Expression<SqlBool> {
  return sql<SqlBool>`permission_id = any(${[...permissionIds]})`
}

/** Revokes a direct team grant. Returns whether it existed. */
export async function deleteTeamGrant(
  database: Database,
  projectId: string,
  { teamId, userId, permissionId }: TeamGrant,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('team_permission_grants')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('permission_id', '=', permissionId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Revokes a direct project grant. Returns whether it existed. */
export async function deleteProjectGrant(
  database: Database,
  projectId: string,
  { userId, permissionId }: ProjectGrant,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('project_permission_grants')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('permission_id', '=', permissionId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

const grantTables = { team: 'team_permission_grants', project: 'project_permission_grants' } as const

/** Renames a permission in all grants. */
export async function renameGrants(
  database: Database,
  projectId: string,
  scope: keyof typeof grantTables,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await database
    .updateTable(grantTables[scope])
    .set({ permission_id: to })
    .where('project_id', '=', projectId)
    .where('permission_id', '=', from)
    .execute()
}

/** Revokes a permission from all users. */
export async function deleteGrantsOfPermission(
  database: Database,
  projectId: string,
  scope: keyof typeof grantTables,
  permissionId: string,
): Promise<void> {
  await database
    .deleteFrom(grantTables[scope])
    .where('project_id', '=', projectId)
    .where('permission_id', '=', permissionId)
    .execute()
}
