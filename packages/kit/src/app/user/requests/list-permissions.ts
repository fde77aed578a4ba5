import { unwrap } from '@parley/client'
import type { AppCore } from '../../core.ts'

export interface Permission {
  readonly id: string
}

interface PermissionQuery {
  readonly user_id: string
  readonly permission_id: string | undefined
  readonly recursive: 'true' | 'false'
}

/** Lists permissions in a team, or in the project without one. */
export async function listPermissions(
  core: AppCore,
  teamId: string | undefined,
  query: PermissionQuery,
): Promise<Permission[]> {
  const { items } = unwrap(
    teamId === undefined
      ? await core.request('GET /project-permissions', { query })
      : await core.request('GET /team-permissions', { query: { team_id: teamId, ...query } }),
  )
  return items.map(({ id }) => ({ id }))
}
