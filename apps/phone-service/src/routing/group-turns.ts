import type { routing } from '@parley/contract/phone'
import { type Kysely, sql } from 'kysely'
import { listIdleUsers } from '../call-log/index.ts'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/** Members that an incoming call rings for one after the other. */
interface TurnStep {
  readonly turnOfGroupId: string | null
  readonly userIds: readonly string[] | null
}

/**
 * Returns the members of a group, beginning after the one for whom the last call rang, and stores the first of
 * them as that one: of two calls at the same time, each begins with another member.
 */
async function takeTurn(
  database: Database,
  workspaceId: string,
  { id: groupId, memberIds }: { readonly id: string; readonly memberIds: readonly string[] },
): Promise<readonly string[]> {
  return await database.transaction().execute(async (transaction) => {
    const lockName = `turns of ${workspaceId} ${groupId}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
    const last = await transaction
      .selectFrom('group_turns')
      .select('user_id')
      .where('workspace_id', '=', workspaceId)
      .where('group_id', '=', groupId)
      .executeTakeFirst()
    const next = last ? memberIds.indexOf(last.user_id) + 1 : 0
    const sorted = [...memberIds.slice(next), ...memberIds.slice(0, next)]
    await saveTurn(transaction, workspaceId, { turnOfGroupId: groupId, userIds: sorted.slice(0, 1) })
    return sorted
  })
}

/**
 * Returns the members of a group in the order in which a call rings for them. For a group whose members are called in
 * turn, stores that the turn of the first one has been taken.
 */
export async function takeMemberOrder(
  database: Database,
  workspaceId: string,
  group: Pick<routing.RoutingGroup, 'id' | 'strategy'> & { readonly memberIds: readonly string[] },
): Promise<readonly string[]> {
  if (group.strategy === 'in-turn') return await takeTurn(database, workspaceId, group)
  return await listIdleUsers(database, workspaceId, group.memberIds)
}

/** Stores for whom a call to a group rings in turn. No-op for other steps. */
export async function saveTurn(
  database: Database,
  workspaceId: string,
  { turnOfGroupId: groupId, userIds }: TurnStep,
): Promise<void> {
  const userId = userIds?.[0]
  if (groupId === null || userId === undefined) return
  await database
    .insertInto('group_turns')
    .values({ workspace_id: workspaceId, group_id: groupId, user_id: userId })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'group_id']).doUpdateSet({ user_id: userId }))
    .execute()
}

/** Deletes the turns of groups that the workspace does not have, in the transaction that saves its groups. */
export async function deleteOtherTurns(
  transaction: Database,
  workspaceId: string,
  groupIds: readonly string[],
): Promise<void> {
  await transaction
    .deleteFrom('group_turns')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`not (group_id = any(${[...groupIds]}::uuid[]))`)
    .execute()
}

/** Deletes the turns of all groups of a workspace. */
export async function deleteTurns(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('group_turns').where('workspace_id', '=', workspaceId).execute()
}
