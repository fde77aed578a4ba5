import { KnownError } from '@parley/contract'
import type { Access } from '../access/index.ts'
import { requireSelf } from '../require-self.ts'
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
  requireSelf({ accessType, user }, userId, {
    nobody: 'USER_AUTHENTICATION_REQUIRED',
    somebodyElse: 'You can look only at your own preferences.',
  })
  if (accessType === 'client') return
  if (!(await findUser(project.id, userId))) throw new KnownError('USER_NOT_FOUND')
}
