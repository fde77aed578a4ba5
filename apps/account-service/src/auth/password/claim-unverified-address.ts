import type { ServiceTransaction } from '../../platform/service-context/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { deleteChannelRow, listChannels, updateChannelRow } from '../../users/contact-channels/index.ts'
import { clearProfile } from '../../users/index.ts'
import { removeSignInMethods } from './remove-sign-in-methods.ts'

/**
 * Gives a user to the owner of an address that was never verified, who has proved to receive its e-mail:
 * another person may have signed up with it. Marks the address as verified, makes it the primary one, and
 * removes everything else that can sign in, and, if the project restricts users with unverified addresses, the
 * profile that this person has set. At `user.claimed`, other services remove what they have stored. Does nothing
 * for a verified address. Sessions are ended by the caller.
 *
 * @returns the removed e-mails to notify: those that were verified, unless the address was the primary one.
 * Then only the person who signed up with the address of another one can have added them.
 */
export async function claimUnverifiedAddress(
  services: Pick<Services, 'now'>,
  transaction: ServiceTransaction,
  project: Project,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<{ formerEmails: string[] }> {
  const channels = await listChannels(transaction, project.id, { userId })
  const claimed = channels.find(({ value, usedForAuth }) => value === email && usedForAuth)
  if (!claimed || claimed.isVerified) return { formerEmails: [] }

  const others = channels.filter(({ id }) => id !== claimed.id)
  for (const other of others) await deleteChannelRow(transaction, other)
  await updateChannelRow(transaction, claimed, { isVerified: true, isPrimary: true })
  const claimedAt = services.now()
  await removeSignInMethods(transaction, userId, claimedAt)
  const isProfileCleared = project.settings.sign_in_methods_need_verified_address
  if (isProfileCleared) await clearProfile(transaction, project, { userId, email })
  await transaction.publish('user.claimed', { id: userId, claimed_at_millis: claimedAt.getTime() })
  await transaction
    .as({ type: 'user', id: userId })
    .audit(
      'contact_channel.claimed',
      { type: 'contact_channel', id: claimed.id },
      { userId, removedAddresses: others.length, isProfileCleared },
    )
  const formerEmails = claimed.isPrimary ? [] : others.filter(({ isVerified }) => isVerified)
  return { formerEmails: formerEmails.map(({ value }) => value) }
}
