import { type Database, longestList } from '../database/index.ts'
import { closureOf, compareTexts, holdersOf } from './closure.ts'
import { listPermissionDefinitions, type PermissionScope } from './definitions.ts'
import { listProjectGrants, listTeamGrants, type ProjectGrant, type TeamGrant } from './grants.ts'

interface Question {
  readonly projectId: string
  readonly userId?: string
  /** Only this permission, whether granted or implied by another. */
  readonly permissionId?: string
  /** `effective` includes permissions that the granted ones contain. */
  readonly depth: 'granted' | 'held'
}

/** Lists permissions of team members, ordered by team, user and permission. */
export async function listHeldTeamPermissions(
  database: Database,
  question: Question & { readonly teamId?: string },
): Promise<TeamGrant[]> {
  const { projectId, teamId, userId } = question
  const permissionIds = await waysToHold(database, 'team', question)
  const grants = await listTeamGrants(database, projectId, { teamId, userId, permissionIds })
  const allowedBy = await whatIsAllowed(database, 'team', question)
  return inOrder(grants, ({ teamId, userId }) => `${teamId} ${userId}`, allowedBy)
}

/** Lists project permissions of users, ordered by user and permission. */
export async function listHeldProjectPermissions(
  database: Database,
  question: Question,
): Promise<ProjectGrant[]> {
  const { projectId, userId } = question
  const permissionIds = await waysToHold(database, 'project', question)
  const grants = await listProjectGrants(database, projectId, { userId, permissionIds })
  const allowedBy = await whatIsAllowed(database, 'project', question)
  return inOrder(grants, ({ userId }) => userId, allowedBy)
}

/** Returns whether a team member has a permission, directly or by implication. */
export async function holdsTeamPermission(
  database: Database,
  projectId: string,
  { teamId, userId, permissionId }: TeamGrant,
): Promise<boolean> {
  const grants = await listTeamGrants(database, projectId, { teamId, userId })
  const ids = grants.map((grant) => grant.permissionId)
  if (ids.includes(permissionId)) return true
  if (ids.length === 0) return false
  return closureOf(ids, await definitionsById(database, projectId, 'team')).has(permissionId)
}

async function definitionsById(database: Database, projectId: string, scope: PermissionScope) {
  const definitions = await listPermissionDefinitions(database, projectId, scope)
  return new Map(definitions.map((definition) => [definition.id, definition]))
}

/** Returns the permissions that imply the requested one; undefined if none is requested. */
async function waysToHold(
  database: Database,
  scope: PermissionScope,
  { projectId, permissionId, depth }: Question,
): Promise<readonly string[] | undefined> {
  if (permissionId === undefined) return undefined
  if (depth === 'granted') return [permissionId]
  return holdersOf(permissionId, await definitionsById(database, projectId, scope))
}

type Allowed = (grantedIds: readonly string[]) => Iterable<string>

/**
 * Returns a function that maps granted ids to listed ids. For a single requested permission, only grants that imply
 * it were loaded.
 */
async function whatIsAllowed(
  database: Database,
  scope: PermissionScope,
  { projectId, permissionId, depth }: Question,
): Promise<Allowed> {
  if (permissionId !== undefined) return () => [permissionId]
  if (depth === 'granted') return (ids) => ids
  const byId = await definitionsById(database, projectId, scope)
  return (ids) => closureOf(ids, byId)
}

/** Returns the permissions of each holder, ordered by holder and permission, truncated at the maximum list length. */
function inOrder<Grant extends ProjectGrant>(
  grants: readonly Grant[],
  holderOf: (grant: Grant) => string,
  allowedBy: Allowed,
): Grant[] {
  const list: Grant[] = []
  const byHolder = [...Map.groupBy(grants, holderOf)].sort(([a], [b]) => compareText(a, b))
  for (const [, granted] of byHolder) {
    const ids = new Set(allowedBy(granted.map(({ permissionId }) => permissionId)))
    for (const permissionId of [...ids].sort(compareTexts)) list.push({ ...granted[0]!, permissionId })
    if (list.length >= longestList) return list.slice(0, longestList)
  }
  return list
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
