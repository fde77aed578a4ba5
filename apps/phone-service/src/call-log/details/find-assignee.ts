import { PhoneError } from '@parley/contract/phone'
import {
  AccountServiceUnavailableError,
  type AuthenticationDeps,
  type CurrentUser,
  selectMembers,
} from '../../request-context/index.ts'

/** Returns a member of the workspace whom a user may see, or the user; null for others. @throws {PhoneError} `ACCOUNTS_UNREACHABLE` */
export async function findAssignee(
  { workspaceMembers }: Pick<AuthenticationDeps, 'workspaceMembers'>,
  user: CurrentUser,
  userId: string,
): Promise<{ readonly userId: string; readonly name: string | null } | null> {
  if (userId === user.userId) return { userId, name: user.displayName ?? user.primaryEmail }
  const members = await orUnreachable(workspaceMembers.list(user.workspaceId, user.userId))
  return members.find((member) => member.userId === userId) ?? null
}

/** Returns whether a user is a member of a workspace now. @throws {PhoneError} `ACCOUNTS_UNREACHABLE` */
export async function isStillMember(
  authentication: AuthenticationDeps,
  workspaceId: string,
  userId: string,
): Promise<boolean> {
  return (await orUnreachable(selectMembers(authentication, workspaceId, new Set([userId])))).has(userId)
}

async function orUnreachable<Result>(lookup: Promise<Result>): Promise<Result> {
  try {
    return await lookup
  } catch (error) {
    if (error instanceof AccountServiceUnavailableError) throw new PhoneError('ACCOUNTS_UNREACHABLE')
    throw error
  }
}
