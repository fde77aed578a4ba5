import { hashToken, type RateLimit } from '@parley/server'
import { tooManyRequests } from '@parley/server/http'
import type { Services } from '../../services.ts'

/** E-mails with codes to one recipient, from any requester. */
const perRecipient: RateLimit = { name: 'code-mails-by-address', attempts: 6, windowMs: 10 * 60_000 }

/** @throws {PlainTextError} 429 when too many codes were sent to this e-mail. */
export async function limitCodeEmails(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  projectId: string,
  email: string,
): Promise<void> {
  const verdict = await rateLimits.consume(perRecipient, hashToken(`${projectId} ${email}`))
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)
}
