import type { Database } from '../database/index.ts'
import { closureOf, comparePermissionIds } from './closure.ts'
import { listPermissionDefinitions } from './definitions.ts'
import { listTeamGrants, type TeamGrant } from './grants.ts'

interface Question {
  readonly projectId: string
  readonly teamId?: string
  readonly userId?: string
  /** `held` includes what the granted permissions contain. */
  readonly depth: 'granted' | 'held'
}

/** Lists who may do what in which team, by team, user and permission. */
export async function listHeldTeamPermissions(
  database: Database,
  { projectId, teamId, userId, depth }: Question,
): Promise<TeamGrant[]> {
  const grants = await listTeamGrants(database, projectId, { teamId, userId })
  const held = depth === 'granted' ? grants : await withContained(database, projectId, grants)
  const unique = new Map(
    held.map((grant) => [`${grant.teamId} ${grant.userId} ${grant.permissionId}`, grant]),
  )
  return [...unique.values()].sort(
    (a, b) =>
      compareText(a.teamId, b.teamId) ||
      compareText(a.userId, b.userId) ||
      comparePermissionIds(a.permissionId, b.permissionId),
  )
}

/** Tells whether a member of a team may do something there. */
export async function holdsTeamPermission(
  database: Database,
  projectId: string,
  { teamId, userId, permissionId }: TeamGrant,
): Promise<boolean> {
  const held = await listHeldTeamPermissions(database, { projectId, teamId, userId, depth: 'held' })
  return held.some((grant) => grant.permissionId === permissionId)
}

async function withContained(
  database: Database,
  projectId: string,
  grants: readonly TeamGrant[],
): Promise<TeamGrant[]> {
  const definitions = await listPermissionDefinitions(database, projectId, 'team')
  const byId = new Map(definitions.map((definition) => [definition.id, definition]))
  return grants.flatMap((grant) =>
    [...closureOf(grant.permissionId, byId)].map((permissionId) => ({ ...grant, permissionId })),
  )
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
