import { KnownError } from '@parley/contract'
import { TextError } from '@parley/server/http'
import type { Access } from './access/index.ts'

interface Refusal {
  /** Error when no user is signed in. */
  readonly nobody: 'CANNOT_GET_OWN_USER_WITHOUT_USER' | 'USER_AUTHENTICATION_REQUIRED'
  /** Message (403) when the application requests another user's data. */
  readonly somebodyElse: string
}

/**
 * Restricts client access to the signed-in user. Server and admin access is not restricted.
 *
 * @throws {KnownError} the `unauthenticated` code
 * @throws {PlainTextError} 403
 */
export function requireSelf(
  { accessType, user }: Pick<Access, 'accessType' | 'user'>,
  userId: string | undefined,
  { nobody, somebodyElse }: Refusal,
): void {
  if (accessType !== 'client') return
  if (!user) throw new KnownError(nobody)
  if (userId !== user.id) throw new TextError(403, somebodyElse)
}
