import { hashToken, type RateLimit } from '@parley/server'
import { tooManyRequests } from '@parley/server/http'
import type { Services } from '../services.ts'

/** Mails with codes to one address, whoever asks for them. */
const perAddress: RateLimit = { name: 'code-mails-by-address', attempts: 6, windowMs: 10 * 60_000 }

/** @throws {TextError} 429 when an address has been sent too many codes. */
export async function limitSending(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  projectId: string,
  email: string,
): Promise<void> {
  const verdict = await rateLimits.take(perAddress, hashToken(`${projectId} ${email}`))
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)
}
