import { KnownError } from '@parley/contract'
import { markDenied } from '../../platform/audit/index.ts'
import type { Access } from '../../platform/request-context/index.ts'

const recentMs = 10 * 60_000

type StepUpContext = Pick<Access, 'project' | 'accessType' | 'session'>

/**
 * Rejects a client whose user did not sign in within the last ten minutes, if the project requires a recent
 * sign-in, and impersonation as {@link rejectImpersonation} does. Servers are not checked.
 *
 * @throws {KnownError} USER_AUTHENTICATION_REQUIRED
 */
export function requireRecentAuthentication(context: StepUpContext, now: Date): void {
  rejectImpersonation(context)
  if (needsStepUp(context, now)) throw markDenied(new KnownError('USER_AUTHENTICATION_REQUIRED'))
}

/** Returns whether the sign-in of a client is not recent enough at a moment for a project that requires it. */
export function needsStepUp({ project, accessType, session }: StepUpContext, moment: Date): boolean {
  if (accessType !== 'client' || !project.settings.needs_recent_authentication) return false
  const authenticatedAt = session?.authenticatedAt?.getTime() ?? 0
  return moment.getTime() - authenticatedAt > recentMs
}

/**
 * Rejects a change of sign-in methods, sessions, memberships or permissions during impersonation, if the project
 * restricts impersonation.
 *
 * @throws {KnownError} USER_AUTHENTICATION_REQUIRED
 */
export function rejectImpersonation({ project, accessType, session }: StepUpContext): void {
  if (accessType !== 'client' || !project.settings.restricts_impersonation) return
  if (session?.isImpersonation) throw markDenied(new KnownError('USER_AUTHENTICATION_REQUIRED'))
}
