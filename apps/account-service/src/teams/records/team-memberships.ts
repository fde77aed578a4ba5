import { required } from '@parley/primitives'
import { type Selectable, sql } from 'kysely'
import { type AccountTables, type Database, maxListRows } from '../../platform/database/index.ts'

interface MembershipKey {
  readonly projectId: string
  readonly teamId: string
  readonly userId: string
}

export interface Membership extends MembershipKey {
  readonly createdAt: Date
  readonly displayName: string | null
  readonly profileImageUrl: string | null
}

/**
 * Adds a user to a team. No-op when the user is already a member. Returns whether a membership was created.
 * Violates the constraints below when the user or team does not exist.
 */
export async function insertMembership(
  database: Database,
  { projectId, teamId, userId }: MembershipKey,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('team_memberships')
    .values({ project_id: projectId, team_id: teamId, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Foreign keys: the user and the team of a membership exist in the project. */
export const membershipForeignKeys = {
  userExists: 'team_memberships_user_exists',
  teamExists: 'team_memberships_project_id_team_id_fkey',
} as const

function selectMembership(database: Database, { projectId, teamId, userId }: MembershipKey) {
  return database
    .selectFrom('team_memberships')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
}

/** Returns whether a user is a member of a team of the project. */
export async function isMember(database: Database, key: MembershipKey): Promise<boolean> {
  return (await selectMembership(database, key).executeTakeFirst()) !== undefined
}

/**
 * Returns whether a user is a member of a team, and prevents the membership from being deleted until the
 * caller's transaction ends (`for key share`).
 */
export async function lockMembershipForShare(transaction: Database, key: MembershipKey): Promise<boolean> {
  return (await selectMembership(transaction, key).forKeyShare().executeTakeFirst()) !== undefined
}

/** Locks a user's memberships (`for update`), of one team or of all, until the caller's transaction ends. */
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
    .$if(teamId !== undefined, (query) => query.where('team_id', '=', required(teamId, 'the team id')))
    .orderBy('team_id')
    .forUpdate()
    .execute()
}

/** Returns the number of memberships of a user or of a team. */
export async function countMemberships(
  database: Database,
  projectId: string,
  filter: { readonly userId: string } | { readonly teamId: string },
): Promise<number> {
  const { count } = await database
    .selectFrom('team_memberships')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .where((where) =>
      'userId' in filter ? where('user_id', '=', filter.userId) : where('team_id', '=', filter.teamId),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Query for the ids of the teams that a user is a member of. */
export function selectTeamIds(database: Database, userId: string) {
  return database.selectFrom('team_memberships').select('team_id').where('user_id', '=', userId)
}

/** Returns for each of the users a text that differs after a change of their teams; none for users without teams. */
export async function digestMemberships(
  database: Database,
  projectId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database
    .selectFrom('team_memberships')
    .select(['user_id', sql<string>`md5(string_agg(team_id::text, ',' order by team_id))`.as('digest')])
    .where('project_id', '=', projectId)
    .where(({ eb, fn, val }) => eb('user_id', '=', fn.any(val([...userIds]))))
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.digest]))
}

/** Lists memberships of a project, oldest first, optionally filtered by team or user. */
export async function listMemberships(
  database: Database,
  projectId: string,
  filter: { readonly teamId?: string; readonly userId?: string },
): Promise<Membership[]> {
  const rows = await database
    .selectFrom('team_memberships')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(filter.teamId !== undefined, (query) =>
      query.where('team_id', '=', required(filter.teamId, 'the team id')),
    )
    .$if(filter.userId !== undefined, (query) =>
      query.where('user_id', '=', required(filter.userId, 'the user id')),
    )
    .orderBy('created_at')
    .orderBy('team_id')
    .orderBy('user_id')
    .limit(maxListRows)
    .execute()
  return rows.map(toMembership)
}

/** Updates a member's display name and image within the team. */
export async function updateMembershipRow(
  database: Database,
  { teamId, userId }: Pick<Membership, 'teamId' | 'userId'>,
  { displayName, profileImageUrl }: Partial<Pick<Membership, 'displayName' | 'profileImageUrl'>>,
): Promise<void> {
  await database
    .updateTable('team_memberships')
    .set(({ ref }) => ({
      // No-op assignment, so that an empty patch is a valid statement.
      created_at: ref('created_at'),
      display_name: displayName,
      profile_image_url: profileImageUrl,
    }))
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Deletes memberships of a team, of a user, or a single one, and by cascade the members' grants. Returns the
 * deleted ones, oldest first.
 */
export async function deleteMemberships(
  database: Database,
  projectId: string,
  filter: { readonly teamId: string; readonly userId?: string } | { readonly userId: string },
): Promise<Membership[]> {
  const { teamId, userId }: { teamId?: string; userId?: string } = filter
  const deleted = await database
    .deleteFrom('team_memberships')
    .where('project_id', '=', projectId)
    .$if(teamId !== undefined, (query) => query.where('team_id', '=', required(teamId, 'the team id')))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', required(userId, 'the user id')))
    .returningAll()
    .execute()
  return deleted.map(toMembership).sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

/** Query for the profile image URLs of members. */
export function selectMemberImageUrls(database: Database) {
  return database
    .selectFrom('team_memberships')
    .select('profile_image_url as url')
    .where('profile_image_url', 'is not', null)
}

type MembershipRow = Selectable<AccountTables['team_memberships']>

function toMembership(row: MembershipRow): Membership {
  return {
    projectId: row.project_id,
    teamId: row.team_id,
    userId: row.user_id,
    createdAt: row.created_at,
    displayName: row.display_name,
    profileImageUrl: row.profile_image_url,
  }
}
