import { KnownError } from '@parley/contract'
import { markDenied } from '../../platform/audit/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Access } from '../../platform/request-context/index.ts'
import { findTotpCreation } from './totp-secrets.ts'

/**
 * Rejects a client whose session began before the second factor of the user was set, and so without it, in
 * projects that require a recent sign-in for such changes. The session that set it has sent a code of it. A
 * second factor that a back end has set restricts no session.
 *
 * @throws {KnownError} USER_AUTHENTICATION_REQUIRED
 */
export async function requireSessionWithSecondFactor(
  database: Database,
  { project, accessType, session }: Pick<Access, 'project' | 'accessType' | 'session'>,
  userId: string,
): Promise<void> {
  if (accessType !== 'client' || !project.settings.needs_recent_authentication) return
  const creation = await findTotpCreation(database, userId)
  if (!creation || creation.sessionId === null || creation.sessionId === session?.id) return

  const authenticatedAt = session?.authenticatedAt ?? null
  if (authenticatedAt === null || authenticatedAt < creation.createdAt)
    throw markDenied(new KnownError('USER_AUTHENTICATION_REQUIRED'))
}
