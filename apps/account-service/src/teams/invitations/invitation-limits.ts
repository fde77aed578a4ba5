import { hashToken, type RateLimit } from '@parley/server'
import { tooManyRequests } from '@parley/server/http'
import type { Access } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'

const perInviter: RateLimit = { name: 'invitations-by-user', attempts: 20, windowMs: 24 * 60 * 60_000 }

const maxNameLength = 50

/** @throws {PlainTextError} 429 when a client has sent too many invitations, if the project limits them. */
export async function limitInvitations(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  { project, accessType, user }: Access,
): Promise<void> {
  if (accessType !== 'client' || !user || !project.settings.restricts_invitation_emails) return
  const verdict = await rateLimits.consume(perInviter, hashToken(user.id))
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)
}

/**
 * Returns the team name for an invitation e-mail; empty if the e-mail must not name the team. A stranger could write any
 * text into it, which our server would send to any address.
 */
export function toInvitingTeamName({ project, accessType, user }: Access, teamName: string): string {
  if (!project.settings.restricts_invitation_emails) return teamName
  const isTrusted = accessType !== 'client' || user?.primaryEmailVerified === true
  return isTrusted ? toPlainName(teamName) : ''
}

/** Returns a name without line breaks, without words that an e-mail program may turn into a link, and shortened. */
export function toPlainName(name: string): string {
  const words = name
    .normalize('NFKC')
    .split(/[\s\p{C}\p{Z}]+/u)
    .filter((word) => word !== '' && !/[@/\\:]|www|[.\u3002][\p{L}\p{N}]/iu.test(word))
  return [...words.join(' ')].slice(0, maxNameLength).join('').trim()
}
