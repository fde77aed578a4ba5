import {
  type AuthenticationDeps,
  type CurrentUser,
  runOrUnreachable,
  selectMembers,
} from '../../request-context/index.ts'

/** Returns a member of the workspace whom a user may see, or the user; null for others. @throws {PhoneError} `ACCOUNTS_UNREACHABLE` */
export async function findAssignee(
  { workspaceMembers }: Pick<AuthenticationDeps, 'workspaceMembers'>,
  user: CurrentUser,
  userId: string,
): Promise<{ readonly userId: string; readonly name: string | null } | null> {
  if (userId === user.userId) return { userId, name: user.displayName ?? user.primaryEmail }
  const members = await runOrUnreachable(() => workspaceMembers.list(user.workspaceId, user.userId))
  return members.find((member) => member.userId === userId) ?? null
}

/** Returns whether a user is a member of a workspace now. @throws {PhoneError} `ACCOUNTS_UNREACHABLE` */
export async function isStillMember(
  authentication: AuthenticationDeps,
  workspaceId: string,
  userId: string,
): Promise<boolean> {
  const members = await runOrUnreachable(() => selectMembers(authentication, workspaceId, new Set([userId])))
  return members.has(userId)
}
