import type { Transaction } from 'kysely'
import { requireSignInMethod } from '../../auth/sign-in-methods/index.ts'
import { requireRecentAuthentication } from '../../auth/step-up/index.ts'
import type { AccountTables } from '../../platform/database/index.ts'
import type { Access } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import {
  clearPrimary,
  listChannels,
  requireChannelQuota,
  requireVerifiedAddress,
  reservesWhenVerified,
  updateChannelRow,
} from '../contact-channels/index.ts'
import type { User } from '../records/index.ts'
import { type PrimaryEmailChange, updatePrimaryEmail } from './primary-email.ts'

/**
 * Applies the rules for contact channels to a client that changes the primary e-mail of its user. Servers are
 * not checked.
 *
 * @throws {KnownError} USER_AUTHENTICATION_REQUIRED, EMAIL_NOT_VERIFIED
 */
export async function requirePrimaryEmailChangeAllowed(
  services: Pick<Services, 'database' | 'now'>,
  access: Access,
  user: User,
  email: string | null | undefined,
): Promise<void> {
  if (access.accessType !== 'client' || email === undefined || email === user.primaryEmail) return
  requireRecentAuthentication(access, services.now())
  if (email !== null) await requireVerifiedAddress(services.database, access)
}

/**
 * Changes the primary e-mail of a user for a client. Another e-mail of the user becomes the primary one, and
 * the former stays a contact channel; a new one replaces the former.
 *
 * @throws {KnownError} USER_EMAIL_ALREADY_EXISTS, CONTACT_CHANNEL_LIMIT_REACHED
 * @throws {PlainTextError} 400 when no sign-in method is left.
 */
export async function updateOwnPrimaryEmail(
  transaction: Transaction<AccountTables>,
  access: Access,
  user: User,
  { email, now }: { readonly email: string | null; readonly now: Date },
): Promise<PrimaryEmailChange> {
  const { project } = access
  const channels = await listChannels(transaction, project.id, { userId: user.id })
  const primary = channels.find(({ isPrimary }) => isPrimary)
  const other = channels.find(({ value, isPrimary }) => value === email && !isPrimary)
  if (other) {
    await clearPrimary(transaction, user.id)
    await updateChannelRow(transaction, other, { isPrimary: true })
    return {
      before: primary?.value ?? null,
      wasVerified: primary?.isVerified ?? false,
      wasUsedForSignIn: primary?.usedForAuth ?? false,
      after: other.value,
      isUsedForSignIn: other.usedForAuth,
    }
  }

  const owner = { project, userId: user.id, now, reservesWhenVerified: reservesWhenVerified(access) }
  const change = await updatePrimaryEmail(transaction, owner, { primary_email: email })
  if (!primary && email !== null) await requireChannelQuota(transaction, project, user.id)
  if (change.wasUsedForSignIn && !change.isUsedForSignIn)
    await requireSignInMethod(transaction, project, user.id)
  return change
}
