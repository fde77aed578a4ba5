import { KnownError } from '@parley/contract'
import { TextError } from '@parley/server/http'
import type { Access } from './access/index.ts'

interface Refusal {
  /** What an application hears for which nobody is signed in. */
  readonly nobody: 'CANNOT_GET_OWN_USER_WITHOUT_USER' | 'USER_AUTHENTICATION_REQUIRED'
  /** What it hears where it asks for somebody else, in words for people. */
  readonly somebodyElse: string
}

/**
 * Lets an application speak for its own user alone. Back ends speak for anybody.
 *
 * @throws {KnownError} the one of `nobody`
 * @throws {TextError} 403
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
