import { PhoneError } from '@parley/contract/phone'
import { sql } from 'kysely'
import type { CurrentUser } from '../request-context/index.ts'
import type { ServiceTransaction } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { sumUploadedBytes } from './records/announcements.ts'
import { findGreetingBytes } from './records/greetings.ts'

/** A user may administer several workspaces, and uploads in all of them together up to the quota of two. */
const workspacesPerUser = 2
/** A user without a verified e-mail may upload this part of the quota of a workspace. Anybody can be such a user. */
const unverifiedShare = 1 / 20

/**
 * Checks the quota of a user. Other uploads of the user wait until the transaction ends.
 *
 * @throws {PhoneError} `ANNOUNCEMENT_QUOTA_REACHED`, `ANNOUNCEMENT_QUOTA_UNVERIFIED`
 */
export async function requireUserQuota(
  { settings }: Pick<Services, 'settings'>,
  transaction: ServiceTransaction,
  { userId, isEmailVerified }: Pick<CurrentUser, 'userId' | 'isEmailVerified'>,
  { kind, bytes }: { readonly kind: 'announcement' | 'greeting'; readonly bytes: number },
): Promise<void> {
  const lockName = `uploads of ${userId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
  const announcementBytes = await sumUploadedBytes(transaction, userId)
  // A greeting replaces the one before.
  const greetingBytes = kind === 'greeting' ? 0 : await findGreetingBytes(transaction, userId)
  const totalBytes = announcementBytes + greetingBytes + bytes
  if (totalBytes > workspacesPerUser * settings.maxAnnouncementBytes)
    throw new PhoneError('ANNOUNCEMENT_QUOTA_REACHED')
  if (!isEmailVerified && totalBytes > unverifiedShare * settings.maxAnnouncementBytes)
    throw new PhoneError('ANNOUNCEMENT_QUOTA_UNVERIFIED')
}
