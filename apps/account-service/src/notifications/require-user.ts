import { KnownError } from '@parley/contract'
import { TextError } from '@parley/server/http'
import type { Access } from '../access/index.ts'
import type { Services } from '../services.ts'

/**
 * Checks that a caller may look at the preferences of a user, and that there is one.
 *
 * @throws {KnownError} USER_AUTHENTICATION_REQUIRED, USER_NOT_FOUND
 * @throws {TextError} 403
 */
export async function requireUser(
  { findUser }: Pick<Services, 'findUser'>,
  { project, accessType, user }: Access,
  userId: string,
): Promise<void> {
  if (accessType === 'client') {
    if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
    if (user.id !== userId) throw new TextError(403, 'You can look only at your own preferences.')
    return
  }
  if (!(await findUser(project.id, userId))) throw new KnownError('USER_NOT_FOUND')
}
