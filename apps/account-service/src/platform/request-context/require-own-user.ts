import { KnownError } from '@parley/contract'
import { PlainTextError } from '@parley/server/http'
import type { Access } from './auth-context.ts'

interface OwnUserErrors {
  /** Error when no user is signed in. */
  readonly unauthenticated: 'CANNOT_GET_OWN_USER_WITHOUT_USER' | 'USER_AUTHENTICATION_REQUIRED'
  /** Message (403) when the application requests another user's data. */
  readonly forbidden: string
}

/**
 * Restricts client access to the signed-in user. Server and admin access is not restricted.
 *
 * @throws {KnownError} the `unauthenticated` code
 * @throws {PlainTextError} 403
 */
export function requireOwnUser(
  { accessType, user }: Pick<Access, 'accessType' | 'user'>,
  userId: string | undefined,
  { unauthenticated, forbidden: forbiddenMessage }: OwnUserErrors,
): void {
  if (accessType !== 'client') return
  if (!user) throw new KnownError(unauthenticated)
  if (userId !== user.id) throw new PlainTextError(403, forbiddenMessage)
}
