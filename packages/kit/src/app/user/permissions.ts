import { type Collection, createCollection } from '../collection.ts'
import { useData } from '../use-data.ts'
import type { Permission } from './requests/list-permissions.ts'
import type { UserDeps } from './user-deps.ts'

interface TeamScope {
  readonly id: string
}

export interface PermissionScope {
  /** Include contained permissions; true by default. */
  readonly recursive?: boolean
  /** The opposite of `recursive`, as back ends of the public SDK pass it. */
  readonly direct?: boolean
}

/** Permissions of a user in a team, or in the project if no team is given. */
export interface PermissionMethods {
  listPermissions(team: TeamScope, options?: PermissionScope): Promise<Permission[]>
  listPermissions(options?: PermissionScope): Promise<Permission[]>
  usePermissions(team: TeamScope, options?: PermissionScope): Permission[]
  usePermissions(options?: PermissionScope): Permission[]
  getPermission(team: TeamScope, permissionId: string, options?: PermissionScope): Promise<Permission | null>
  getPermission(permissionId: string): Promise<Permission | null>
  usePermission(team: TeamScope, permissionId: string, options?: PermissionScope): Permission | null
  usePermission(permissionId: string): Permission | null
  hasPermission(team: TeamScope, permissionId: string): Promise<boolean>
  hasPermission(permissionId: string): Promise<boolean>
}

type OneScope = [team: TeamScope, permissionId: string, options?: PermissionScope] | [permissionId: string]
type AllScope = [team: TeamScope, options?: PermissionScope] | [options?: PermissionScope]

export function createPermissionMethods(deps: UserDeps): PermissionMethods {
  const collectOne = (...[scope, permissionId, options]: OneScope) =>
    typeof scope === 'string'
      ? collectPermissions(deps, null, { permissionId: scope })
      : collectPermissions(deps, scope, { ...options, permissionId })
  const collectAll = (...[scope, options]: AllScope) =>
    scope !== undefined && 'id' in scope
      ? collectPermissions(deps, scope, options)
      : collectPermissions(deps, null, scope)

  const getPermission = async (...scope: OneScope) => (await collectOne(...scope).list())[0] ?? null
  return {
    listPermissions: (...scope: AllScope) => collectAll(...scope).list(),
    usePermissions: (...scope: AllScope) => useData(collectAll(...scope).data),
    getPermission,
    usePermission: (...scope: OneScope) => useData(collectOne(...scope).data)[0] ?? null,
    hasPermission: async (...scope: OneScope) => (await getPermission(...scope)) !== null,
  }
}

interface CollectionScope extends PermissionScope {
  readonly permissionId?: string
}

export function collectPermissions(
  { core, userId }: Pick<UserDeps, 'core' | 'userId'>,
  team: TeamScope | null,
  { direct = false, recursive = !direct, permissionId }: CollectionScope = {},
): Collection<Permission> {
  const query = {
    user_id: userId,
    permission_id: permissionId,
    recursive: recursive ? ('true' as const) : ('false' as const),
  }
  const name = ['permissions', userId, team?.id, recursive, permissionId].join(' ')
  return createCollection(core, name, async () =>
    (await import('./requests/list-permissions.ts')).listPermissions(core, team?.id, query),
  )
}
