import { KnownError } from '@parley/contract'
import { attemptCode } from '../../auth/verification-codes/index.ts'
import { markDenied } from '../../platform/audit/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import {
  listChannels,
  listVerifiedEmails,
  requireVerifiedAddressForUser,
} from '../../users/contact-channels/index.ts'
import { type InvitationPayload, invitationCode } from './codes/index.ts'
import { findInvitation, type Invitation } from './records/index.ts'

type Deps = Pick<Services, 'database' | 'now'>

/**
 * Checks the code of a pending invitation, which counts as an attempt. Codes of revoked invitations and
 * deleted teams are not found.
 *
 * @throws {KnownError} VERIFICATION_CODE_NOT_FOUND, _EXPIRED, _ALREADY_USED, _MAX_ATTEMPTS_REACHED
 */
export async function requireInvitation(
  services: Deps,
  project: Project,
  code: string,
): Promise<Invitation & Pick<InvitationPayload, 'invitedBy'>> {
  const { data } = await attemptCode(services, invitationCode, project, code)
  const invitation = await findInvitation(services.database, project.id, data.invitationId)
  if (!invitation) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  return { ...invitation, invitedBy: data.invitedBy }
}

/**
 * Requires, where the project binds invitations to e-mails, that the invited e-mail is a verified one of the
 * user, and that no other person can claim the account: the members would see what that person adds.
 *
 * @throws {KnownError} EMAIL_NOT_ASSOCIATED_WITH_USER, EMAIL_NOT_VERIFIED
 */
export async function requireInvitedEmail(
  { database }: Pick<Services, 'database'>,
  project: Project,
  email: string,
  userId: string,
): Promise<void> {
  if (!project.settings.invitations_bound_to_address) return
  const channels = await listChannels(database, project.id, { userId })
  const channel = channels.find(({ value }) => value === email)
  if (!channel) throw markDenied(new KnownError('EMAIL_NOT_ASSOCIATED_WITH_USER'))
  if (!channel.isVerified) throw markDenied(new KnownError('EMAIL_NOT_VERIFIED'))
  await requireVerifiedAddressForUser(database, project, userId)
}

/**
 * Returns the e-mails whose invitations a user lists and accepts without a code. Where the project binds
 * invitations to e-mails, a verification without a session of the user does not count: a stranger may have
 * added the address of the person who opened the link.
 */
export async function listInvitedEmails(
  database: Services['database'],
  { id, settings }: Project,
  userId: string,
): Promise<string[]> {
  return await listVerifiedEmails(database, id, { userId, bySession: settings.invitations_bound_to_address })
}
