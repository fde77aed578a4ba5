import { hashToken, type RateLimit } from '@parley/server'
import { tooManyRequests } from '@parley/server/http'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'

/** E-mails with codes to one recipient, from any requester. */
const perRecipient: RateLimit = { name: 'code-mails-by-address', attempts: 6, windowMs: 10 * 60_000 }

/** E-mails to one recipient that other people may cause: codes and invitations. */
const perRecipientAndDay: RateLimit = {
  name: 'mails-by-address-in-a-day',
  attempts: 20,
  windowMs: 24 * 60 * 60_000,
}

/** Apart from codes, which an attacker can cause until no notice of the attack would be sent. */
const noticesPerRecipientAndDay: RateLimit = { ...perRecipientAndDay, name: 'notices-by-address-in-a-day' }

/** @throws {PlainTextError} 429 when too many codes were sent to this e-mail, within ten minutes or a day. */
export async function limitCodeEmails(
  services: Pick<Services, 'rateLimits'>,
  projectId: string,
  email: string,
): Promise<void> {
  const verdict = await services.rateLimits.consume(perRecipient, toKey(projectId, email))
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)
  const daily = await services.rateLimits.consume(perRecipientAndDay, toKey(projectId, email))
  if (!daily.isAllowed) throw tooManyRequests(daily.retryAfterSeconds)
}

/** Sign-in invitations of one project. */
const perProjectAndDay: RateLimit = {
  name: 'sign-in-invitations-in-a-day',
  attempts: 100,
  windowMs: 24 * 60 * 60_000,
}

/**
 * @throws {PlainTextError} 429 when a project has sent too many sign-in invitations through the installation's e-mail
 * server: where anyone may own a project, its owner may be unknown to the operator.
 */
export async function limitSignInInvitations(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  { id, config }: Project,
): Promise<void> {
  if (config.email_config.type !== 'shared') return
  const verdict = await rateLimits.consume(perProjectAndDay, id)
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)
}

/** Counts a notice to an unverified address against the daily limit of its recipient. Returns the verdict. */
export async function consumeDailyNotice(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  projectId: string,
  email: string,
): ReturnType<Services['rateLimits']['consume']> {
  return await rateLimits.consume(noticesPerRecipientAndDay, toKey(projectId, email))
}

function toKey(projectId: string, email: string): string {
  return hashToken(`${projectId} ${email}`)
}
