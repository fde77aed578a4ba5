import { type Database, longestList } from '../database/index.ts'
import { closureOf, compareTexts } from './closure.ts'
import { listPermissionDefinitions, type PermissionScope } from './definitions.ts'
import { listProjectGrants, listTeamGrants, type ProjectGrant, type TeamGrant } from './grants.ts'

interface Question {
  readonly projectId: string
  readonly userId?: string
  /** Only this one, also where it is held through another. */
  readonly permissionId?: string
  /** `held` includes what the granted permissions contain. */
  readonly depth: 'granted' | 'held'
}

/** Lists who may do what in which team, by team, user and permission. */
export async function listHeldTeamPermissions(
  database: Database,
  { projectId, teamId, userId, permissionId, depth }: Question & { readonly teamId?: string },
): Promise<TeamGrant[]> {
  const permissionIds = await waysToHold(database, projectId, 'team', { permissionId, depth })
  const grants = await listTeamGrants(database, projectId, { teamId, userId, permissionIds })
  const all = depth === 'granted' ? grants : await withContained(database, projectId, 'team', grants)
  const held = onlyOf(all, permissionId)
  return uniqueInOrder(held, ({ teamId, userId }) => `${teamId} ${userId}`).slice(0, longestList)
}

/** Lists who may do what in the whole project, by user and permission. */
export async function listHeldProjectPermissions(
  database: Database,
  { projectId, userId, permissionId, depth }: Question,
): Promise<ProjectGrant[]> {
  const permissionIds = await waysToHold(database, projectId, 'project', { permissionId, depth })
  const grants = await listProjectGrants(database, projectId, { userId, permissionIds })
  const all = depth === 'granted' ? grants : await withContained(database, projectId, 'project', grants)
  const held = onlyOf(all, permissionId)
  return uniqueInOrder(held, ({ userId }) => userId).slice(0, longestList)
}

/** Tells whether a member of a team may do something there. */
export async function holdsTeamPermission(
  database: Database,
  projectId: string,
  { teamId, userId, permissionId }: TeamGrant,
): Promise<boolean> {
  const grants = await listTeamGrants(database, projectId, { teamId, userId })
  if (grants.some((grant) => grant.permissionId === permissionId)) return true
  const held = await withContained(database, projectId, 'team', grants)
  return held.some((grant) => grant.permissionId === permissionId)
}

async function definitionsById(database: Database, projectId: string, scope: PermissionScope) {
  const definitions = await listPermissionDefinitions(database, projectId, scope)
  return new Map(definitions.map((definition) => [definition.id, definition]))
}

/** The permissions by which somebody holds the one that is asked for; undefined where none is. */
async function waysToHold(
  database: Database,
  projectId: string,
  scope: PermissionScope,
  { permissionId, depth }: Pick<Question, 'permissionId' | 'depth'>,
): Promise<readonly string[] | undefined> {
  if (permissionId === undefined) return undefined
  if (depth === 'granted') return [permissionId]
  const byId = await definitionsById(database, projectId, scope)
  return [...byId.keys()].filter((id) => closureOf([id], byId).has(permissionId))
}

async function withContained<Grant extends ProjectGrant>(
  database: Database,
  projectId: string,
  scope: PermissionScope,
  grants: readonly Grant[],
): Promise<Grant[]> {
  if (grants.length === 0) return []
  const byId = await definitionsById(database, projectId, scope)
  const ids = new Set(grants.map(({ permissionId }) => permissionId))
  const closures = new Map([...ids].map((id) => [id, closureOf([id], byId)]))
  return grants.flatMap((grant) =>
    [...(closures.get(grant.permissionId) ?? [])].map((permissionId) => ({ ...grant, permissionId })),
  )
}

function onlyOf<Grant extends ProjectGrant>(
  grants: readonly Grant[],
  permissionId: string | undefined,
): readonly Grant[] {
  return permissionId === undefined ? grants : grants.filter((grant) => grant.permissionId === permissionId)
}

function uniqueInOrder<Grant extends ProjectGrant>(
  grants: readonly Grant[],
  holderOf: (grant: Grant) => string,
): Grant[] {
  const ofHolders = new Map<string, Map<string, Grant>>()
  for (const grant of grants) {
    const holder = holderOf(grant)
    const ofHolder = ofHolders.get(holder) ?? new Map<string, Grant>()
    ofHolders.set(holder, ofHolder.set(grant.permissionId, grant))
  }
  return [...ofHolders]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([, ofHolder]) =>
      [...ofHolder.values()].sort((a, b) => compareTexts(a.permissionId, b.permissionId)),
    )
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
