import { unwrap } from '@parley/client'
import { type Collection, createCollection } from '../collection.ts'
import type { Team } from '../teams/team.ts'
import { useData } from '../use-data.ts'
import type { UserDeps } from './user-deps.ts'

type TeamScope = Pick<Team, 'id'>

export interface PermissionScope {
  /** Include contained permissions; true by default. */
  readonly recursive?: boolean
}

export interface Permission {
  readonly id: string
}

/** Permissions of a user in a team, or in the project if no team is given. */
export interface PermissionMethods {
  listPermissions(team: TeamScope, options?: PermissionScope): Promise<Permission[]>
  listPermissions(options?: PermissionScope): Promise<Permission[]>
  usePermissions(team: TeamScope, options?: PermissionScope): Permission[]
  usePermissions(options?: PermissionScope): Permission[]
  getPermission(team: TeamScope, permissionId: string): Promise<Permission | null>
  getPermission(permissionId: string): Promise<Permission | null>
  usePermission(team: TeamScope, permissionId: string): Permission | null
  usePermission(permissionId: string): Permission | null
  hasPermission(team: TeamScope, permissionId: string): Promise<boolean>
  hasPermission(permissionId: string): Promise<boolean>
}

export function createPermissionMethods(deps: UserDeps): PermissionMethods {
  const choose = (...[first, second]: [TeamScope | string, string?]) =>
    typeof first === 'string'
      ? collectPermissions(deps, null, { permissionId: first })
      : collectPermissions(deps, first, { permissionId: second })
  const chooseAll = (first?: TeamScope | PermissionScope, second?: PermissionScope) =>
    first !== undefined && 'id' in first
      ? collectPermissions(deps, first, second)
      : collectPermissions(deps, null, first)

  const getPermission = async (...scope: [TeamScope | string, string?]) =>
    (await choose(...scope).list())[0] ?? null
  return {
    listPermissions: (...scope: Parameters<typeof chooseAll>) => chooseAll(...scope).list(),
    usePermissions: (...scope: Parameters<typeof chooseAll>) => useData(chooseAll(...scope).data),
    getPermission,
    usePermission: (...scope: [TeamScope | string, string?]) => useData(choose(...scope).data)[0] ?? null,
    hasPermission: async (...scope: [TeamScope | string, string?]) =>
      (await getPermission(...scope)) !== null,
  }
}

function collectPermissions(
  { core, userId }: UserDeps,
  team: TeamScope | null,
  { recursive = true, permissionId }: PermissionScope & { readonly permissionId?: string } = {},
): Collection<Permission> {
  const query = {
    user_id: userId,
    permission_id: permissionId,
    recursive: recursive ? ('true' as const) : ('false' as const),
  }
  const name = ['permissions', userId, team?.id, recursive, permissionId].join(' ')
  return createCollection(core, name, async () => {
    const { items } = unwrap(
      team
        ? await core.request('GET /team-permissions', { query: { team_id: team.id, ...query } })
        : await core.request('GET /project-permissions', { query }),
    )
    return items.map(({ id }) => ({ id }))
  })
}
