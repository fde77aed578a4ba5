import type { Database } from '../database/index.ts'

interface Membership {
  readonly projectId: string
  readonly teamId: string
  readonly userId: string
}

/** Makes a user of the project a member. Fails on the constraint below when there is no such user. */
export async function insertMembership(
  database: Database,
  { projectId, teamId, userId }: Membership,
  now: Date,
): Promise<void> {
  await database
    .insertInto('team_memberships')
    .values({ project_id: projectId, team_id: teamId, user_id: userId, created_at: now })
    .execute()
}

/** The constraint by which the database refuses members that are no users of the project. */
export const membershipUserConstraint = 'team_memberships_user_exists'

/** The constraints by which a user is a member of a team once, and of teams that there are. */
export const membershipConstraints = {
  once: 'team_memberships_pkey',
  teamExists: 'team_memberships_project_id_team_id_fkey',
} as const

/** Tells whether a user is a member of a team of the project. */
export async function isMember(
  database: Database,
  { projectId, teamId, userId }: Membership,
): Promise<boolean> {
  const row = await database
    .selectFrom('team_memberships')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** The teams that a user is a member of, to ask for within another query. */
export function teamIdsOf(database: Database, userId: string) {
  return database.selectFrom('team_memberships').select('team_id').where('user_id', '=', userId)
}

/** Lists the teams that a user is a member of, by when they joined. */
export async function listTeamIdsOf(database: Database, userId: string): Promise<string[]> {
  const rows = await teamIdsOf(database, userId).orderBy('created_at').orderBy('team_id').execute()
  return rows.map(({ team_id }) => team_id)
}

/** Takes a member out of a team, and by cascade what they may do there. Tells whether there was one. */
export async function deleteMembership(
  database: Database,
  { projectId, teamId, userId }: Membership,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('team_memberships')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
