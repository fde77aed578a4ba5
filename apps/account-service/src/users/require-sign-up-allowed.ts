import { KnownError } from '@parley/contract'
import { findCode } from '../auth/verification-codes/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { Project } from '../projects/records/index.ts'
import { findInvitation, hasPendingInvitation, invitationCode } from '../teams/invitations/records/index.ts'

interface SigningUp {
  /** Null for a user without an e-mail address. */
  readonly email: { readonly value: string; readonly isVerified: boolean } | null
  /** The code of an invitation. It proves the ownership of an address that is not verified. */
  readonly invitationCode?: string | undefined
  readonly now: Date
}

/**
 * Checks that the project's sign-up mode lets the owner of an e-mail address sign up. An invited address
 * counts only if it is verified, or with the code that was sent to it.
 *
 * @throws {KnownError} SIGN_UP_NOT_ENABLED
 */
export async function requireSignUpAllowed(
  database: Database,
  project: Project,
  signingUp: SigningUp,
): Promise<void> {
  if (project.settings.sign_up_mode === 'open') return
  if (!(await isInvited(database, project.id, signingUp))) throw new KnownError('SIGN_UP_NOT_ENABLED')
}

async function isInvited(
  database: Database,
  projectId: string,
  { email, invitationCode: code, now }: SigningUp,
): Promise<boolean> {
  if (email === null) return false
  if (email.isVerified) return await hasPendingInvitation(database, projectId, email.value, now)
  const stored = code === undefined ? null : await findCode(database, { type: invitationCode.name, code })
  if (!stored) return false
  const { invitationId } = invitationCode.data.parse(stored.data)
  const invitation = await findInvitation(database, projectId, invitationId)
  return invitation !== null && invitation.recipientEmail === email.value && invitation.expiresAt > now
}
