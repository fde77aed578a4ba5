import { createConcurrencyLimit } from '@parley/primitives'
import { runPeriodically } from '@parley/server'
import type { CallSession, CallSessionService } from '../call-sessions/index.ts'
import type { LiveService } from '../live/index.ts'
import {
  AccountServiceUnavailableError,
  type AuthenticationService,
  hasAccess,
} from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { applyTrunkGrant } from '../trunks/index.ts'

export type AccountEventDeps = Services & AuthenticationService & LiveService & CallSessionService

/** How often the users in calls are checked, because an event about them may not arrive. */
const checkIntervalMs = 15_000

/**
 * Checks periodically, until disposed, that users in calls are still signed in and members of the workspace.
 */
export function startAccessChecks(services: AccountEventDeps): AsyncDisposable {
  const onFailure = (error: Error) => services.log.error('access.check_failed', { error })
  return runPeriodically({ intervalMs: checkIntervalMs, onFailure }, () => removeUsersWithoutAccess(services))
}

/** Applies the end of a session. */
export async function applySessionEnd(
  services: AccountEventDeps,
  { sessionId, userId }: { readonly sessionId: string; readonly userId: string },
): Promise<void> {
  const { accountSessions, now } = services.authentication
  await accountSessions.saveEnd(sessionId, now())
  await applyUserChange(services, userId)
}

/**
 * Applies a change in the account service to a user without delay: the live connections and legs of ended
 * sessions and of former members are closed.
 */
export async function applyUserChange(services: AccountEventDeps, userId: string): Promise<void> {
  const { accountUsers, accountSessions } = services.authentication
  accountUsers.forget(userId)
  accountSessions.forget(userId)
  services.live.recheckUser(userId)
  await removeUsersWithoutAccess(services, userId)
}

/** Applies the name of a workspace, and what the operator allows it to have now. */
export async function applyWorkspaceChange(services: AccountEventDeps, workspaceId: string): Promise<void> {
  const { authentication, live } = services
  authentication.trunkGrants.forget(workspaceId)
  for (const userId of live.onlineUsers(workspaceId)) authentication.accountUsers.forget(userId)
  live.sendToWorkspace(workspaceId, { type: 'me.changed' })
  await applyTrunkGrant(services, workspaceId)
}

/** Applies the deletion of a workspace to its users and trunks. */
export async function applyWorkspaceDeletion(services: AccountEventDeps, workspaceId: string): Promise<void> {
  const { live, callSessions } = services
  const inCalls = [...callSessions.values()].flatMap((session) => session.listUsers())
  const userIds = new Set([
    ...live.onlineUsers(workspaceId),
    ...inCalls.filter((user) => user.workspaceId === workspaceId).map(({ userId }) => userId),
  ])
  await Promise.all([...userIds].map((userId) => applyUserChange(services, userId)))
  await applyWorkspaceChange(services, workspaceId)
}

/** So that a check of many calls does not flood the account service. */
const limitChecks = createConcurrencyLimit(20)

/** Removes the users without access, or one of them, from all calls. */
async function removeUsersWithoutAccess(
  services: AccountEventDeps,
  onlyUserId: string | null = null,
): Promise<void> {
  // Concurrently: the far end of one call may delay the removal of its users.
  const sessions = [...services.callSessions.values()]
  const settled = await Promise.allSettled(
    sessions.map((session) => removeFromCall(services, session, onlyUserId)),
  )
  for (const result of settled) if (result.status === 'rejected') throw result.reason
}

async function removeFromCall(
  { authentication, log }: AccountEventDeps,
  session: CallSession,
  onlyUserId: string | null,
): Promise<void> {
  for (const user of session.listUsers()) {
    if (onlyUserId !== null && user.userId !== onlyUserId) continue
    try {
      if (await limitChecks(() => hasAccess(authentication, user))) continue
    } catch (error) {
      if (!(error instanceof AccountServiceUnavailableError)) throw error
      // An outage of the account service does not end calls; the next check decides.
      continue
    }
    await session.removeUser(user)
    log.info('call.user_removed', { callId: session.stored.id, userId: user.userId })
  }
}
