import type { Selectable } from 'kysely'
import { type AccountTables, type Database, longestList } from '../database/index.ts'

export type Membership = Selectable<AccountTables['team_memberships']>

interface Place {
  readonly projectId: string
  readonly teamId: string
  readonly userId: string
}

/**
 * Makes a user of the project a member, unless they are one. Tells whether it did. Fails on the constraints below when there
 * is no such user or team.
 */
export async function insertMembership(
  database: Database,
  { projectId, teamId, userId }: Place,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('team_memberships')
    .values({ project_id: projectId, team_id: teamId, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The constraints by which the database refuses members that are no users of the project, and teams that it has not. */
export const membershipConstraints = {
  userExists: 'team_memberships_user_exists',
  teamExists: 'team_memberships_project_id_team_id_fkey',
} as const

function membershipAt(database: Database, { projectId, teamId, userId }: Place) {
  return database
    .selectFrom('team_memberships')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
}

/** Tells whether a user is a member of a team of the project. */
export async function isMember(database: Database, place: Place): Promise<boolean> {
  return (await membershipAt(database, place).executeTakeFirst()) !== undefined
}

/** Tells whether a user is a member of a team of the project. One who is stays one until the caller's transaction ends. */
export async function holdMembership(transaction: Database, place: Place): Promise<boolean> {
  return (await membershipAt(transaction, place).forKeyShare().executeTakeFirst()) !== undefined
}

/**
 * Waits for those who hold memberships of a user, of all teams or of one, and lets nobody hold them until the caller's
 * transaction ends.
 */
export async function lockMemberships(
  transaction: Database,
  projectId: string,
  { userId, teamId }: { readonly userId: string; readonly teamId?: string },
): Promise<void> {
  await transaction
    .selectFrom('team_memberships')
    .select('team_id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .$if(teamId !== undefined, (query) => query.where('team_id', '=', teamId!))
    .orderBy('team_id')
    .forUpdate()
    .execute()
}

/** The teams that a user is a member of, to ask for within another query. */
export function teamIdsOf(database: Database, userId: string) {
  return database.selectFrom('team_memberships').select('team_id').where('user_id', '=', userId)
}

/** Lists memberships of a project, the oldest first; those of one team, of one user, one alone, or all. */
export async function listMemberships(
  database: Database,
  projectId: string,
  filter: { readonly teamId?: string; readonly userId?: string },
): Promise<Membership[]> {
  return await database
    .selectFrom('team_memberships')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(filter.teamId !== undefined, (query) => query.where('team_id', '=', filter.teamId!))
    .$if(filter.userId !== undefined, (query) => query.where('user_id', '=', filter.userId!))
    .orderBy('created_at')
    .orderBy('team_id')
    .orderBy('user_id')
    .limit(longestList)
    .execute()
}

/** Changes how a member is called and looks within the team; leaves what is not given. */
export async function changeMembership(
  database: Database,
  { team_id, user_id }: Pick<Membership, 'team_id' | 'user_id'>,
  { display_name, profile_image_url }: Partial<Pick<Membership, 'display_name' | 'profile_image_url'>>,
): Promise<void> {
  await database
    .updateTable('team_memberships')
    .set(({ ref }) => ({
      // Repeated, so that a change of nothing is a statement too.
      created_at: ref('created_at'),
      display_name,
      profile_image_url,
    }))
    .where('team_id', '=', team_id)
    .where('user_id', '=', user_id)
    .execute()
}

/**
 * Ends memberships, of one team, of one user, or one alone, and by cascade what the members may do there. Answers those that
 * there were, the oldest first.
 */
export async function deleteMemberships(
  database: Database,
  projectId: string,
  filter: { readonly teamId: string; readonly userId?: string } | { readonly userId: string },
): Promise<Membership[]> {
  const { teamId, userId }: { teamId?: string; userId?: string } = filter
  const left = await database
    .deleteFrom('team_memberships')
    .where('project_id', '=', projectId)
    .$if(teamId !== undefined, (query) => query.where('team_id', '=', teamId!))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .returningAll()
    .execute()
  return left.sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
}

/** A query of the addresses of pictures that a member shows. */
export function imagesOfMembers(database: Database) {
  return database
    .selectFrom('team_memberships')
    .select('profile_image_url as url')
    .where('profile_image_url', 'is not', null)
}
