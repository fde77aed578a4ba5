import { runPeriodically } from '@parley/server'
import { deleteAnnouncements } from '../announcements/index.ts'
import { deleteBlockedNumbers } from '../blocked-callers/index.ts'
import type { BusService } from '../bus/index.ts'
import type { CallSession, CallSessionService } from '../call-sessions/index.ts'
import type { LiveService } from '../live/index.ts'
import { deleteCallerIdChoices } from '../numbers/index.ts'
import { deleteSubscriptionsOfSession } from '../push/index.ts'
import {
  AccountServiceUnavailableError,
  type AuthenticationService,
  hasAccess,
} from '../request-context/index.ts'
import { deleteRouting } from '../routing/index.ts'
import type { Services } from '../services.ts'
import { applyTrunkGrant, type TrunkLeaseService } from '../trunks/index.ts'

export type AccountEventDeps = Services &
  AuthenticationService &
  LiveService &
  CallSessionService &
  BusService &
  TrunkLeaseService

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
  await deleteSubscriptionsOfSession(services.database, sessionId)
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
  for (const userId of live.reachableMembers(workspaceId)) {
    authentication.accountUsers.forget(userId)
    live.sendToMember(workspaceId, userId, { type: 'me.changed' })
  }
  await applyTrunkGrant(services, workspaceId)
}

/** Applies the deletion of a workspace to its users, its trunks and what happens to its incoming calls. */
export async function applyWorkspaceDeletion(services: AccountEventDeps, workspaceId: string): Promise<void> {
  const { live, callSessions } = services
  const inCalls = [...callSessions.values()].flatMap((session) => session.listUsers())
  const userIds = new Set([
    ...live.reachableMembers(workspaceId),
    ...inCalls.filter((user) => user.workspaceId === workspaceId).map(({ userId }) => userId),
  ])
  for (const userId of userIds) await applyUserChange(services, userId)
  await applyWorkspaceChange(services, workspaceId)
  await deleteCallerIdChoices(services.database, { workspaceId })
  await deleteRouting(services.database, workspaceId)
  await deleteAnnouncements(services.database, workspaceId)
  await deleteBlockedNumbers(services.database, workspaceId)
}

/** Begins to remove the users without access, or one of them, from all calls. */
async function removeUsersWithoutAccess(
  services: AccountEventDeps,
  onlyUserId: string | null = null,
): Promise<void> {
  for (const session of [...services.callSessions.values()])
    await removeFromCall(services, session, onlyUserId)
}

async function removeFromCall(
  { authentication, log }: AccountEventDeps,
  session: CallSession,
  onlyUserId: string | null,
): Promise<void> {
  for (const user of session.listUsers()) {
    if (onlyUserId !== null && user.userId !== onlyUserId) continue
    try {
      if (await hasAccess(authentication, user)) continue
    } catch (error) {
      if (!(error instanceof AccountServiceUnavailableError)) throw error
      // An outage of the account service does not end calls; the next check decides.
      continue
    }
    // Not awaited: the far end may delay the end of one call, and other users and calls would wait.
    session.removeUser(user).catch((error) => {
      log.error('call.user_removal_failed', { callId: session.stored.id, userId: user.userId, error })
    })
  }
}
