import { KnownError } from '@parley/contract'
import { hashToken, type RateLimit } from '@parley/server'
import { tooManyRequests } from '@parley/server/http'
import { markDenied } from '../../platform/audit/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Access } from '../../platform/request-context/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { hasUnverifiedSignInChannel, listChannels } from './channels.ts'

/** Changes of e-mail addresses and other sign-in methods by one user. */
const perUser: RateLimit = { name: 'sign-in-changes-by-user', attempts: 20, windowMs: 60 * 60_000 }

/**
 * Counts a request that changes how its user signs in, of which e-mails notify. Servers are not limited.
 *
 * @throws {PlainTextError} 429 when a client has changed the sign-in methods of its user too often.
 */
export async function limitSignInChanges(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  { accessType, user }: Pick<Access, 'accessType' | 'user'>,
): Promise<void> {
  if (accessType !== 'client' || !user) return
  const verdict = await rateLimits.consume(perUser, hashToken(user.id))
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)
}

/**
 * Returns whether an e-mail address that this request adds is used for sign-in only once it is verified.
 * Servers are trusted to add addresses of their users.
 */
export function reservesWhenVerified({
  project,
  accessType,
}: Pick<Access, 'project' | 'accessType'>): boolean {
  return accessType === 'client' && project.settings.addresses_reserved_when_verified
}

/**
 * Rejects an additional sign-in method of a user who signed up with an address that may belong to another
 * person, if the project requires a verified address. Servers are not checked.
 *
 * @throws {KnownError} EMAIL_NOT_VERIFIED
 */
export async function requireVerifiedAddress(
  database: Database,
  { project, accessType, user }: Pick<Access, 'project' | 'accessType' | 'user'>,
): Promise<void> {
  if (accessType !== 'client' || !user) return
  await requireVerifiedAddressForUser(database, project, user.id)
}

/** The same for a user who is identified in another way than by the request. */
export async function requireVerifiedAddressForUser(
  database: Database,
  { settings }: Project,
  userId: string,
): Promise<void> {
  if (!settings.sign_in_methods_need_verified_address) return
  if (await hasUnverifiedSignInChannel(database, userId))
    throw markDenied(new KnownError('EMAIL_NOT_VERIFIED'))
}

/**
 * Called after the insertion of a channel, under the lock of the user, so that concurrent requests count each
 * other's channels.
 *
 * @throws {KnownError} CONTACT_CHANNEL_LIMIT_REACHED
 */
export async function requireChannelQuota(
  transaction: Database,
  { id, settings }: Project,
  userId: string,
): Promise<void> {
  const limit = settings.max_contact_channels_per_user
  if (limit !== null && (await listChannels(transaction, id, { userId })).length > limit)
    throw new KnownError('CONTACT_CHANNEL_LIMIT_REACHED', { limit })
}
