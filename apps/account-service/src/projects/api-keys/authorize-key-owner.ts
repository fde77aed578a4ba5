import { KnownError } from '@parley/contract'
import { PlainTextError } from '@parley/server/http'
import { hasTeamPermission } from '../../permissions/index.ts'
import { markDenied } from '../../platform/audit/index.ts'
import type { Access } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import type { ApiKeyType, KeyOwner } from './records/index.ts'

/** @throws {PlainTextError} 400 when the project has API keys of this type disabled. */
export function requireKeysEnabled({ config }: Access['project'], type: ApiKeyType): void {
  const isAllowed = type === 'user' ? config.allow_user_api_keys : config.allow_team_api_keys
  if (!isAllowed) throw new PlainTextError(400, `API keys of a ${type} are not enabled for this project.`)
}

/** @throws {PlainTextError} 400 when a request names both a user and a team. */
export function requireSingleOwner({ user_id, team_id }: { user_id?: string; team_id?: string }): void {
  if (user_id !== undefined && team_id !== undefined)
    throw new PlainTextError(400, 'An API key belongs to a user or to a team, not to both.')
}

/**
 * Restricts client access to keys of the signed-in user and of teams whose keys the user may manage. Keys
 * that the user may not manage are reported as not found.
 *
 * @throws {KnownError} USER_AUTHENTICATION_REQUIRED, API_KEY_NOT_FOUND
 * @throws {PlainTextError} 403 for another user's keys.
 */
export async function authorizeKeyOwner(
  { database }: Pick<Services, 'database'>,
  { project, accessType, user }: Pick<Access, 'project' | 'accessType' | 'user'>,
  owner: KeyOwner,
): Promise<void> {
  if (accessType !== 'client') return
  if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  if (owner.type === 'user') {
    if (owner.id !== user.id) throw new PlainTextError(403, 'These API keys belong to another user.')
    return
  }
  const grant = { teamId: owner.id, userId: user.id, permissionId: '$manage_api_keys' }
  if (!(await hasTeamPermission(database, project.id, grant)))
    throw markDenied(new KnownError('API_KEY_NOT_FOUND'))
}
