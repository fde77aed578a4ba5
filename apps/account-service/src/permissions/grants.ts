import type { Database } from '../database/index.ts'

/** A permission that a member of a team was given directly. */
export interface TeamGrant {
  readonly teamId: string
  readonly userId: string
  readonly permissionId: string
}

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

/** Lists direct grants in the teams of a project. */
export async function listTeamGrants(
  database: Database,
  projectId: string,
  filter: { readonly teamId?: string; readonly userId?: string },
): Promise<TeamGrant[]> {
  const rows = await database
    .selectFrom('team_permission_grants')
    .select(['team_id', 'user_id', 'permission_id'])
    .where('project_id', '=', projectId)
    .$if(filter.teamId !== undefined, (query) => query.where('team_id', '=', filter.teamId!))
    .$if(filter.userId !== undefined, (query) => query.where('user_id', '=', filter.userId!))
    .execute()
  return rows.map((row) => ({
    teamId: row.team_id,
    userId: row.user_id,
    permissionId: row.permission_id,
  }))
}
