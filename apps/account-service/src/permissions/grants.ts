import { type Expression, type SqlBool, sql } from 'kysely'
import { type Database, longestList } from '../database/index.ts'

/** A permission that a member of a team was given directly. */
export interface TeamGrant {
  readonly teamId: string
  readonly userId: string
  readonly permissionId: string
}

/** A permission that a user was given directly, in the whole project. */
export interface ProjectGrant {
  readonly userId: string
  readonly permissionId: string
}

/** The constraints by which the database refuses grants to who is no member, or no user of the project. */
export const grantConstraints = {
  memberExists: 'team_permission_grants_team_id_user_id_fkey',
  userExists: 'project_permission_grants_project_id_user_id_fkey',
} as const

/** Gives members permissions. What they have already stays as it is. */
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

/** Gives a user permissions everywhere in the project. What they have already stays as it is. */
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

/** Lists direct grants in the teams of a project, by team and user; of some permissions alone where these are named. */
export async function listTeamGrants(
  database: Database,
  projectId: string,
  filter: { readonly teamId?: string; readonly userId?: string; readonly permissionIds?: readonly string[] },
): Promise<TeamGrant[]> {
  const rows = await database
    .selectFrom('team_permission_grants')
    .select(['team_id', 'user_id', 'permission_id'])
    .where('project_id', '=', projectId)
    .$if(filter.teamId !== undefined, (query) => query.where('team_id', '=', filter.teamId!))
    .$if(filter.userId !== undefined, (query) => query.where('user_id', '=', filter.userId!))
    .$if(filter.permissionIds !== undefined, (query) => query.where(oneOf(filter.permissionIds!)))
    .orderBy('team_id')
    .orderBy('user_id')
    .orderBy('permission_id')
    .limit(longestList)
    .execute()
  return rows.map((row) => ({
    teamId: row.team_id,
    userId: row.user_id,
    permissionId: row.permission_id,
  }))
}

/** Lists direct grants in the whole project, by user; of some permissions alone where these are named. */
export async function listProjectGrants(
  database: Database,
  projectId: string,
  filter: { readonly userId?: string; readonly permissionIds?: readonly string[] },
): Promise<ProjectGrant[]> {
  const rows = await database
    .selectFrom('project_permission_grants')
    .select(['user_id', 'permission_id'])
    .where('project_id', '=', projectId)
    .$if(filter.userId !== undefined, (query) => query.where('user_id', '=', filter.userId!))
    .$if(filter.permissionIds !== undefined, (query) => query.where(oneOf(filter.permissionIds!)))
    .orderBy('user_id')
    .orderBy('permission_id')
    .limit(longestList)
    .execute()
  return rows.map((row) => ({ userId: row.user_id, permissionId: row.permission_id }))
}

function oneOf(permissionIds: readonly string[]): Expression<SqlBool> {
  return sql<SqlBool>`permission_id = any(${[...permissionIds]})`
}

/** Takes a permission from a member. Tells whether it was given directly. */
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

/** Takes a permission from a user. Tells whether it was given directly. */
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

/** Calls a permission by another id wherever it was given. */
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

/** Takes a permission from everybody. */
export async function deleteGrants(
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
