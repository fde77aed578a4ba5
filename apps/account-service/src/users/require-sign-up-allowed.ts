import { KnownError } from '@parley/contract'
import type { Database } from '../platform/database/index.ts'
import type { Project } from '../projects/records/index.ts'
import { hasPendingInvitation } from '../teams/invitations/records/index.ts'

interface SigningUp {
  /** Null for a user without an e-mail address. */
  readonly email: string | null
  readonly now: Date
}

/**
 * Checks that the project's sign-up mode lets the owner of an e-mail address sign up. The caller passes null
 * for an address that a provider has not verified.
 *
 * @throws {KnownError} SIGN_UP_NOT_ENABLED
 */
export async function requireSignUpAllowed(
  database: Database,
  project: Project,
  { email, now }: SigningUp,
): Promise<void> {
  if (project.settings.sign_up_mode === 'open') return
  const isInvited = email !== null && (await hasPendingInvitation(database, project.id, email, now))
  if (!isInvited) throw new KnownError('SIGN_UP_NOT_ENABLED')
}
