import { ApiError, isOwnerPermission } from '@parley/kit'
import { createContext } from 'react'

/** Returns the URL of the page of the application on which the roles in a team are changed, or null. */
export type FindTeamRoles = (teamId: string) => string | null

export const FindTeamRolesContext = createContext<FindTeamRoles>(() => null)

/** A permission that only one member has in a team, which therefore cannot lose them. */
export interface LastHolder {
  readonly teamId: string
  readonly permissionId: string
  readonly isOwner: boolean
}

/** Returns why a team needs the user; null for other errors. */
export function readLastHolder(error: unknown): LastHolder | null {
  if (!(error instanceof ApiError) || error.code !== 'TEAM_PERMISSION_LAST_HOLDER') return null
  const { team_id, permission_id } = error.details as { team_id: string; permission_id: string }
  return { teamId: team_id, permissionId: permission_id, isOwner: isOwnerPermission(permission_id) }
}
