import { KnownError } from '@parley/contract'
import { findCode } from '../auth/verification-codes/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { Project } from '../projects/records/index.ts'
import { invitationCode } from '../teams/invitations/codes/index.ts'
import { findInvitation, hasPendingInvitation } from '../teams/invitations/records/index.ts'

interface SignUpEmail {
  readonly value: string
  readonly isVerified: boolean
}

interface SigningUp {
  /** Null for a user without an e-mail address. */
  readonly email: SignUpEmail | null
  readonly now: Date
}

/**
 * Checks that the project's sign-up mode lets the owner of an e-mail address sign up. An invited address
 * counts only if it is verified.
 *
 * @throws {KnownError} SIGN_UP_NOT_ENABLED
 */
export async function requireSignUpAllowed(
  database: Database,
  project: Project,
  { email, now }: SigningUp,
): Promise<void> {
  if (project.settings.sign_up_mode === 'open') return
  if (!(await isInvitedSignUp(database, project, { email, now }))) throw new KnownError('SIGN_UP_NOT_ENABLED')
}

/** Returns whether the e-mail address of a sign-up is verified and has a pending invitation to a team. */
export async function isInvitedSignUp(
  database: Database,
  project: Project,
  { email, now }: SigningUp,
): Promise<boolean> {
  if (!email?.isVerified) return false
  return await hasPendingInvitation(database, project.id, email.value, now)
}

interface InvitedSignUp {
  readonly email: string
  readonly invitationCode: string | undefined
  readonly now: Date
}

/**
 * Returns the e-mail address of a sign-up, verified if the code of a pending invitation was sent to it: only
 * its owner has received that code.
 */
export async function verifyWithInvitation(
  database: Database,
  projectId: string,
  { email, invitationCode: code, now }: InvitedSignUp,
): Promise<SignUpEmail> {
  const stored = code === undefined ? null : await findCode(database, { type: invitationCode.name, code })
  if (!stored) return { value: email, isVerified: false }
  const { invitationId } = invitationCode.data.parse(stored.data)
  const invitation = await findInvitation(database, projectId, invitationId)
  const isVerified = invitation !== null && invitation.recipientEmail === email && invitation.expiresAt > now
  return { value: email, isVerified }
}
