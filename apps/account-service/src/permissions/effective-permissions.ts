import { compareCaseInsensitive, required } from '@parley/primitives'
import { type Database, maxListRows } from '../platform/database/index.ts'
import { expandPermissions, findImplyingPermissions } from './expand-permissions.ts'
import { listPermissionDefinitions, type PermissionScope } from './permission-definitions.ts'
import { listProjectGrants, listTeamGrants, type ProjectGrant, type TeamGrant } from './permission-grants.ts'

interface PermissionFilter {
  readonly projectId: string
  readonly userId?: string
  /** Only this permission, whether granted or implied by another. */
  readonly permissionId?: string
  /** `effective` includes permissions that the granted ones contain. */
  readonly depth: 'granted' | 'effective'
}

/** Lists permissions of team members, ordered by team, user and permission. */
export async function listEffectiveTeamPermissions(
  database: Database,
  filter: PermissionFilter & { readonly teamId?: string },
): Promise<TeamGrant[]> {
  const { projectId, teamId, userId } = filter
  const permissionIds = await findGrantingPermissions(database, 'team', filter)
  const grants = await listTeamGrants(database, projectId, { teamId, userId, permissionIds })
  const expandGrants = await createGrantExpander(database, 'team', filter)
  return toSortedList(grants, ({ teamId, userId }) => `${teamId} ${userId}`, expandGrants)
}

/** Lists project permissions of users, ordered by user and permission. */
export async function listEffectiveProjectPermissions(
  database: Database,
  filter: PermissionFilter,
): Promise<ProjectGrant[]> {
  const { projectId, userId } = filter
  const permissionIds = await findGrantingPermissions(database, 'project', filter)
  const grants = await listProjectGrants(database, projectId, { userId, permissionIds })
  const expandGrants = await createGrantExpander(database, 'project', filter)
  return toSortedList(grants, ({ userId }) => userId, expandGrants)
}

/** Returns whether a team member has a permission, directly or by implication. */
export async function hasTeamPermission(
  database: Database,
  projectId: string,
  { teamId, userId, permissionId }: TeamGrant,
): Promise<boolean> {
  const grants = await listTeamGrants(database, projectId, { teamId, userId })
  const ids = grants.map((grant) => grant.permissionId)
  if (ids.includes(permissionId)) return true
  if (ids.length === 0) return false
  return expandPermissions(ids, await loadDefinitionsById(database, projectId, 'team')).has(permissionId)
}

async function loadDefinitionsById(database: Database, projectId: string, scope: PermissionScope) {
  const definitions = await listPermissionDefinitions(database, projectId, scope)
  return new Map(definitions.map((definition) => [definition.id, definition]))
}

/** Returns the permissions that imply the requested one; undefined if none is requested. */
async function findGrantingPermissions(
  database: Database,
  scope: PermissionScope,
  { projectId, permissionId, depth }: PermissionFilter,
): Promise<readonly string[] | undefined> {
  if (permissionId === undefined) return undefined
  if (depth === 'granted') return [permissionId]
  return findImplyingPermissions(permissionId, await loadDefinitionsById(database, projectId, scope))
}

type GrantExpander = (grantedIds: readonly string[]) => Iterable<string>

/**
 * Returns a function that maps granted ids to listed ids. For a single requested permission, only grants that
 * imply it were loaded.
 */
async function createGrantExpander(
  database: Database,
  scope: PermissionScope,
  { projectId, permissionId, depth }: PermissionFilter,
): Promise<GrantExpander> {
  if (permissionId !== undefined) return () => [permissionId]
  if (depth === 'granted') return (ids) => ids
  const byId = await loadDefinitionsById(database, projectId, scope)
  return (ids) => expandPermissions(ids, byId)
}

/**
 * Returns the permissions of each holder, ordered by holder and permission, truncated at the maximum list
 * length.
 */
function toSortedList<Grant extends ProjectGrant>(
  grants: readonly Grant[],
  getHolder: (grant: Grant) => string,
  expandGrants: GrantExpander,
): Grant[] {
  const list: Grant[] = []
  const byHolder = [...Map.groupBy(grants, getHolder)].sort(([a], [b]) => compareText(a, b))
  for (const [, granted] of byHolder) {
    const ids = new Set(expandGrants(granted.map(({ permissionId }) => permissionId)))
    for (const permissionId of [...ids].sort(compareCaseInsensitive))
      list.push({ ...required(granted[0], 'a grant'), permissionId })
    if (list.length >= maxListRows) return list.slice(0, maxListRows)
  }
  return list
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
