import { runPeriodically } from '@parley/server'
import type { BusService } from '../bus/index.ts'
import type { CallSessionService, UserCheck } from '../call-sessions/index.ts'
import { hasEmergencyService } from '../call-state/index.ts'
import type { LiveService } from '../live/index.ts'
import { deleteSubscriptionsOfSession } from '../push/index.ts'
import { AccountServiceUnavailableError, type AuthenticationService } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { applyTrunkGrant, type TrunkLeaseService } from '../trunks/index.ts'
import { deleteDataOfWorkspace } from './delete-data.ts'
import { insertDeletedWorkspace, selectDeletedWorkspaces } from './deleted-workspaces.ts'
import { waitShortly } from './run-deletions.ts'

export type AccountEventDeps = Services &
  AuthenticationService &
  LiveService &
  CallSessionService &
  BusService &
  TrunkLeaseService

/** How often the sessions of users are checked, because an event about their end may not arrive. */
const checkIntervalMs = 15_000

/**
 * Checks periodically, until disposed, that the users with an open tab or in a call of this node are still signed in
 * and have the same rights. One request for many sessions, so that a user who does nothing costs next to nothing.
 */
export function startAccessChecks(services: AccountEventDeps): AsyncDisposable {
  let versions: ReadonlyMap<string, string | null> = new Map()
  const onFailure = (error: Error) => services.log.error('access.check_failed', { error })
  return runPeriodically({ intervalMs: checkIntervalMs, onFailure }, async () => {
    versions = await checkSessions(services, versions)
    await checkForwardedUsers(services)
    await checkDeletedWorkspaces(services)
  })
}

/**
 * Applies what has changed about the users of this node. Returns the current version of each session, null for an
 * ended one, without the sessions of users who are to be checked again. During an outage of the account service nothing
 * changes; the next check decides.
 */
async function checkSessions(
  services: AccountEventDeps,
  before: ReadonlyMap<string, string | null>,
): Promise<ReadonlyMap<string, string | null>> {
  const users = listSignedInUsers(services)
  try {
    const versions = await services.authentication.accountSessions.readUserVersions([...users.keys()])
    const current = new Map<string, string | null>()
    for (const [sessionId, userId] of users) {
      const [known, version] = [before.get(sessionId), versions.get(sessionId) ?? null]
      current.set(sessionId, version)
      if (known === version) continue
      // A change between the sign-in and the first check is not known.
      const check = known === undefined ? checkUser : applyUserChange
      if ((await check(services, userId)) === 'check-again') current.delete(sessionId)
    }
    return current
  } catch (error) {
    if (error instanceof AccountServiceUnavailableError) return before
    throw error
  }
}

/** Ends the calls to the numbers of former members, who need no session and so are not checked with the others. */
async function checkForwardedUsers({ callSessions }: AccountEventDeps): Promise<void> {
  for (const session of [...callSessions.values()]) {
    const forwarded = session.listUsers().filter(({ sessionId }) => sessionId === null)
    for (const { userId } of forwarded) await session.checkUsers(userId)
  }
}

/** Ends the calls of deleted workspaces in which an emergency service took part when the workspace was deleted. */
async function checkDeletedWorkspaces(services: AccountEventDeps): Promise<void> {
  const active = new Set([...services.callSessions.values()].map(({ stored }) => stored.workspaceId))
  for (const workspaceId of await selectDeletedWorkspaces(services.database, [...active]))
    endCallsOfWorkspace(services, workspaceId)
}

/** Returns the users with an open tab or in a call of this node, by session. */
function listSignedInUsers({ live, callSessions }: AccountEventDeps): ReadonlyMap<string, string> {
  const inCalls = [...callSessions.values()].flatMap((session) => session.listUsers())
  return new Map(
    [...live.listLocal(), ...inCalls].flatMap(({ sessionId, userId }) =>
      sessionId === null ? [] : [[sessionId, userId] as const],
    ),
  )
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
export async function applyUserChange(services: AccountEventDeps, userId: string): Promise<UserCheck> {
  services.live.sendUserChange(userId)
  return await checkUser(services, userId)
}

/** Closes the live connections and legs of a user without access, and updates the rights of the others. */
async function checkUser(services: AccountEventDeps, userId: string): Promise<UserCheck> {
  const { accountUsers, accountSessions } = services.authentication
  accountUsers.clear(userId)
  accountSessions.clear(userId)
  services.live.recheckUser(userId)
  return await checkUserInCalls(services, userId)
}

/** Applies the name of a workspace, and what the operator allows it to have now. */
export async function applyWorkspaceChange(services: AccountEventDeps, workspaceId: string): Promise<void> {
  const { authentication, live } = services
  for (const userId of live.listConnectedMembers(workspaceId)) {
    authentication.accountUsers.clear(userId)
    live.sendToAllTabs(workspaceId, userId, { type: 'me.changed' })
  }
  await recheckTrunkGrant(services, workspaceId)
}

/** Applies whether the operator allows a workspace to have trunks, and whether it has members who can change them. */
export async function recheckTrunkGrant(services: AccountEventDeps, workspaceId: string): Promise<void> {
  services.authentication.trunkGrants.clear(workspaceId)
  await applyTrunkGrant(services, workspaceId)
}

/** Applies the deletion of a workspace to its users, its calls, its trunks and what happens to its incoming calls. */
export async function applyWorkspaceDeletion(services: AccountEventDeps, workspaceId: string): Promise<void> {
  const { database, now, live, callSessions } = services
  await insertDeletedWorkspace(database, { workspaceId, deletedAt: now() })
  const inCalls = [...callSessions.values()].flatMap((session) => session.listUsers())
  const userIds = new Set([
    ...live.listConnectedMembers(workspaceId),
    ...inCalls.filter((user) => user.workspaceId === workspaceId).map(({ userId }) => userId),
  ])
  for (const userId of userIds) await applyUserChange(services, userId)
  await applyWorkspaceChange(services, workspaceId)
  endCallsOfWorkspace(services, workspaceId)
  // It is repeated with the deletion of the contacts and calls.
  await waitShortly(services, deleteDataOfWorkspace(services, workspaceId))
}

/**
 * Begins to end the calls of a deleted workspace: in some of them numbers talk to each other without a user. Not while an
 * emergency service takes part: an administrator could cut off a user who needs help.
 */
function endCallsOfWorkspace({ callSessions, log }: AccountEventDeps, workspaceId: string): void {
  for (const session of [...callSessions.values()]) {
    const { id: callId, workspaceId: owner, state } = session.stored
    if (owner !== workspaceId || hasEmergencyService(state)) continue
    session.stop('removed').catch((error) => log.error('call.end_failed', { callId, error }))
  }
}

/** Begins to remove a user without access from all calls. */
async function checkUserInCalls({ callSessions }: AccountEventDeps, userId: string): Promise<UserCheck> {
  let check: UserCheck = 'checked'
  for (const session of [...callSessions.values()])
    if ((await session.checkUsers(userId)) === 'check-again') check = 'check-again'
  return check
}
