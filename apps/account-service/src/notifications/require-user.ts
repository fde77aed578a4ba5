import { KnownError } from '@parley/contract'
import type { Access } from '../access/index.ts'
import { requireSelf } from '../require-self.ts'
import type { Services } from '../services.ts'

/**
 * Authorizes access to a user's preferences and checks that the user exists.
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
    somebodyElse: 'You can access only your own notification preferences.',
  })
  if (accessType === 'client') return
  if (!(await findUser(project.id, userId))) throw new KnownError('USER_NOT_FOUND')
}
