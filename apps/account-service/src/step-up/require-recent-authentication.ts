import { KnownError } from '@parley/contract'
import type { Access } from '../access/index.ts'
import { denied } from '../audit/index.ts'

const recentMs = 10 * 60_000

type Asked = Pick<Access, 'project' | 'accessType' | 'session'>

/**
 * Refuses an application whose user did not sign in within the last ten minutes, where the project asks for that; and
 * whoever {@link refuseImpersonation} refuses. Back ends answer for themselves.
 *
 * @throws {KnownError} USER_AUTHENTICATION_REQUIRED
 */
export function requireRecentAuthentication(asked: Asked, now: Date): void {
  refuseImpersonation(asked)
  const { project, accessType, session } = asked
  if (accessType !== 'client' || !project.settings.needs_recent_authentication) return

  const authenticatedAt = session?.authenticatedAt?.getTime() ?? 0
  if (now.getTime() - authenticatedAt > recentMs) throw denied(new KnownError('USER_AUTHENTICATION_REQUIRED'))
}

/**
 * Refuses whoever acts for a user to change how that user signs in, where the project restricts them.
 *
 * @throws {KnownError} USER_AUTHENTICATION_REQUIRED
 */
export function refuseImpersonation({ project, accessType, session }: Asked): void {
  if (accessType !== 'client' || !project.settings.restricts_impersonation) return
  if (session?.isImpersonation) throw denied(new KnownError('USER_AUTHENTICATION_REQUIRED'))
}
