import { KnownError } from '@parley/contract'
import { hashToken, type RateLimit } from '@parley/server'
import { tooManyRequests } from '@parley/server/http'
import { markDenied } from '../../platform/audit/index.ts'
import type { Access } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'

const perInviter: RateLimit = { name: 'invitations-by-user', attempts: 20, windowMs: 24 * 60 * 60_000 }

/**
 * @throws {PlainTextError} 429 when a client has sent too many invitations, if the project limits them, or has them
 * sent by the installation's e-mail server, where one user would use up those of the project
 */
export async function limitInvitations(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  { project, accessType, user }: Access,
): Promise<void> {
  if (accessType !== 'client' || !user) return
  const isLimited =
    project.settings.restricts_invitation_emails || project.config.email_config.type === 'shared'
  if (!isLimited) return
  const verdict = await rateLimits.consume(perInviter, hashToken(user.id))
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)
}

/**
 * Returns the member with whose membership an invitation of this request ends; null if the project does not
 * restrict invitations, or a back end sends it. Otherwise a removed member could return, and the owner of an
 * e-mail address would share their workspace with guests of the person who signed up with it.
 *
 * @throws {KnownError} EMAIL_NOT_VERIFIED
 */
export function requireInviter({ project, accessType, user }: Access): string | null {
  if (accessType !== 'client' || !user || !project.settings.restricts_invitation_emails) return null
  if (!user.primaryEmailVerified) throw markDenied(new KnownError('EMAIL_NOT_VERIFIED'))
  return user.id
}
