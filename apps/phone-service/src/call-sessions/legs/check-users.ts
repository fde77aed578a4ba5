import {
  AccountServiceUnavailableError,
  type AuthenticationDeps,
  findReader,
  selectMembers,
} from '../../request-context/index.ts'
import { type CallUser, listCallUsers, removeCallUser } from '../call-users.ts'
import type { CallParts } from '../parts/call-parts.ts'

/** Whether all users who were checked may take part. Others are to be checked again, until they have left. */
export type UserCheck = 'checked' | 'check-again'

/**
 * Begins to remove the users, or one of them, who may no longer take part in a call. Not while the account service does
 * not respond: its outage does not end calls.
 */
export async function checkUsers(parts: CallParts, userId: string | null): Promise<UserCheck> {
  const users = listCallUsers(parts).filter((user) => userId === null || user.userId === userId)
  let check: UserCheck = 'checked'
  for (const user of users) if ((await checkCallUser(parts, user)) === 'check-again') check = 'check-again'
  return check
}

/** Checks all users of a call that an emergency service has left. Not awaited: the account service may be slow. */
export function checkUsersAfterEmergency(parts: CallParts): void {
  const { accountUsers, accountSessions } = parts.deps.authentication
  for (const { userId } of listCallUsers(parts)) {
    accountUsers.clear(userId)
    accountSessions.clear(userId)
  }
  // The periodic check repeats it when the account service does not respond.
  checkUsers(parts, null).catch((error) => {
    parts.deps.log.error('call.user_check_failed', { callId: parts.record.id, error })
  })
}

async function checkCallUser(parts: CallParts, user: CallUser): Promise<UserCheck> {
  const { authentication, log } = parts.deps
  try {
    if (await mayTakePart(authentication, user)) return 'checked'
  } catch (error) {
    if (error instanceof AccountServiceUnavailableError) return 'check-again'
    throw error
  }
  // Not awaited: the far end may delay the end of one call, and other users and calls would wait.
  removeCallUser(parts, user).catch((error) => {
    log.error('call.user_removal_failed', { callId: parts.record.id, userId: user.userId, error })
  })
  return 'check-again'
}

/** A number to which a call is forwarded needs no session of its user, who may have signed out. */
async function mayTakePart(
  authentication: AuthenticationDeps,
  { sessionId, userId, workspaceId }: CallUser,
): Promise<boolean> {
  if (sessionId !== null)
    return (await findReader(authentication, { userId, sessionId, workspaceId })) !== null
  return (await selectMembers(authentication, workspaceId, new Set([userId]))).has(userId)
}
