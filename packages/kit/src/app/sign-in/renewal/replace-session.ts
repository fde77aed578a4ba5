import type { ValidTokens } from '../../../session/token-store.ts'
import type { AppCore } from '../../core.ts'
import { OtherUserError } from './other-user-error.ts'

/**
 * Replaces the present session by a new one of the expected user. The unused session ends, here and at the
 * service.
 *
 * @throws {OtherUserError} if the new session belongs to another user.
 */
export async function replaceSession(
  core: AppCore,
  tokens: ValidTokens,
  isExpectedUser: boolean,
): Promise<void> {
  if (!isExpectedUser) {
    await endSession(core, tokens)
    throw new OtherUserError('Another user signed in.')
  }
  const previous = await core.session.getValidTokens().catch(() => null)
  await core.session.start(tokens)
  if (previous) await endSession(core, previous)
}

/** Ends the session of an access token. A session that cannot be ended expires. */
async function endSession({ createTransport }: AppCore, tokens: ValidTokens): Promise<void> {
  const transport = createTransport({
    getValidTokens: async () => tokens,
    readableRefreshToken: () => null,
    markAccessTokenExpired: () => {},
  })
  await transport.send({ method: 'DELETE', path: '/auth/sessions/current' }).catch(() => {})
}
