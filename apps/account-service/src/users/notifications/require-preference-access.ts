import { KnownError } from '@parley/contract'
import type { Access } from '../../platform/request-context/index.ts'
import { requireOwnUser } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findUser } from '../records/index.ts'

/**
 * Authorizes access to a user's preferences and checks that the user exists.
 *
 * @throws {KnownError} USER_AUTHENTICATION_REQUIRED, USER_NOT_FOUND
 * @throws {PlainTextError} 403
 */
export async function requirePreferenceAccess(
  { database }: Pick<Services, 'database'>,
  { project, accessType, user }: Access,
  userId: string,
): Promise<void> {
  requireOwnUser({ accessType, user }, userId, {
    unauthenticated: 'USER_AUTHENTICATION_REQUIRED',
    forbidden: 'You can access only your own notification preferences.',
  })
  if (accessType === 'client') return
  if (!(await findUser(database, project.id, userId))) throw new KnownError('USER_NOT_FOUND')
}
