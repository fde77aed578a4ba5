import { KnownError } from '@parley/contract'
import { PlainTextError } from '@parley/server/http'
import { findSession } from '../auth/sessions/records/index.ts'
import type { AccessTokenService } from '../auth/sessions/tokens/index.ts'
import { requireRecentAuthentication } from '../auth/step-up/index.ts'
import type { Project } from '../projects/records/index.ts'
import type { Services } from '../services.ts'
import { requireVerifiedAddressForUser } from '../users/contact-channels/index.ts'

/**
 * Returns the user to link an account to, from the access token of the request.
 *
 * @throws {KnownError} UNPARSABLE_ACCESS_TOKEN, ACCESS_TOKEN_EXPIRED, also if the session has ended;
 * USER_AUTHENTICATION_REQUIRED without a recent sign-in, if the project requires it, and during restricted
 * impersonation; EMAIL_NOT_VERIFIED.
 * @throws {PlainTextError} 403 if the token belongs to another project.
 */
export async function requireLinkingUser(
  { database, accessTokens, now }: Pick<Services, 'database' | 'now'> & AccessTokenService,
  project: Project,
  token: string,
): Promise<{ userId: string; sessionId: string }> {
  const read = await accessTokens.verify(token)
  if (read.kind === 'unparsable') throw new KnownError('UNPARSABLE_ACCESS_TOKEN')
  if (read.kind === 'expired')
    throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: read.expiredAtMillis })
  const { projectId, userId, sessionId } = read.claims
  if (projectId !== project.id) throw new PlainTextError(403, 'The access token belongs to another project.')

  const session = await findSession(database, project.id, sessionId, now())
  if (session?.userId !== userId) throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: null })
  requireRecentAuthentication({ project, accessType: 'client', session }, now())
  await requireVerifiedAddressForUser(database, project, userId)
  return { userId, sessionId }
}
