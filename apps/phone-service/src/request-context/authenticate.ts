import { PhoneError } from '@parley/contract/phone'
import { type AccessTokenClaims, KeysUnavailableError, type VerifyAccessToken } from '@parley/kit/server'
import { AccountServiceUnavailableError } from './account-service-connection.ts'
import type { AccountSessionLookup, SessionClaims } from './account-session-lookup.ts'
import type { AccountUser, AccountUserLookup, Workspace } from './account-user-lookup.ts'
import type { KeyClient } from './api-keys/key-client.ts'
import type { TeamKeyLookup } from './api-keys/team-key-lookup.ts'
import type { TrunkGrantLookup } from './trunk-grants.ts'
import type { WorkspaceMemberLookup } from './workspace-members.ts'

/** A signed-in member of a workspace. */
export interface CurrentUser {
  readonly userId: string
  /** Id of the session in which the user is signed in. */
  readonly sessionId: string
  readonly displayName: string | null
  readonly primaryEmail: string | null
  readonly isEmailVerified: boolean
  readonly workspace: Workspace
  readonly workspaceId: string
  readonly workspaces: readonly Workspace[]
  readonly isPhoneAdmin: boolean
  /** Whether the user may see the other members of the workspace. */
  readonly canReadMembers: boolean
  /** Epoch milliseconds. */
  readonly tokenExpiresAt: number
}

/** The client of an endpoint that API keys can use. */
export type Client = CurrentUser | KeyClient

/** The dependencies of operations that authenticate a user. */
export interface AuthenticationService {
  readonly authentication: AuthenticationDeps
}

/** Credentials of a request: access token and workspace id, each null when missing. */
export interface Credentials {
  readonly accessToken: string | null
  readonly workspaceId: string | null
}

/**
 * Returns the user of an access token in a workspace: the requested one, else the team selected in the
 * account service, else the first.
 *
 * @throws {PhoneError} `USER_AUTHENTICATION_REQUIRED`, `UNPARSABLE_ACCESS_TOKEN`, `ACCESS_TOKEN_EXPIRED`,
 * `INVALID_PROJECT_FOR_ACCESS_TOKEN`, `ACCOUNTS_UNREACHABLE`, `WORKSPACE_NOT_FOUND`, `NO_WORKSPACE`
 */
export async function authenticate(
  { verifyAccessToken, accountUsers, accountSessions, now }: AuthenticationDeps,
  { accessToken, workspaceId }: Credentials,
): Promise<CurrentUser> {
  if (!accessToken) throw new PhoneError('USER_AUTHENTICATION_REQUIRED')

  try {
    const verdict = await verifyAccessToken(accessToken)
    if (verdict.status === 'error') throw toPhoneError(verdict)

    const { claims } = verdict
    const [person, isActive] = await Promise.all([
      accountUsers.find(claims.userId, now()),
      accountSessions.isActive(claims, now()),
    ])
    if (!person || !isActive) throw new PhoneError('USER_AUTHENTICATION_REQUIRED')

    return toCurrentUser(person, selectWorkspace(person, workspaceId), claims)
  } catch (error) {
    if (error instanceof KeysUnavailableError || error instanceof AccountServiceUnavailableError) {
      throw new PhoneError('ACCOUNTS_UNREACHABLE')
    }
    throw error
  }
}

/** A member of a workspace, and whether they may read the calls of the others. */
export type Reader = Pick<CurrentUser, 'userId' | 'workspaceId' | 'isPhoneAdmin'>

/**
 * Returns a user who is still signed in in a session, and a member of a workspace; otherwise null.
 *
 * @throws {AccountServiceUnavailableError}
 */
export async function findReader(
  { accountUsers, accountSessions, now }: AuthenticationDeps,
  { workspaceId, ...claims }: SessionClaims & { readonly workspaceId: string },
): Promise<Reader | null> {
  const [person, isActive] = await Promise.all([
    accountUsers.find(claims.userId, now()),
    accountSessions.isActive(claims, now()),
  ])
  if (!isActive || !person?.workspaces.some(({ id }) => id === workspaceId)) return null
  return { userId: person.id, workspaceId, isPhoneAdmin: person.administers.has(workspaceId) }
}

/**
 * Checks again that a user is signed in in their session, and a member of their workspace.
 *
 * @throws {PhoneError} `USER_AUTHENTICATION_REQUIRED`, `WORKSPACE_NOT_FOUND`
 * @throws {AccountServiceUnavailableError}
 */
async function requireAccess(
  { accountUsers, accountSessions, now }: AuthenticationDeps,
  user: CurrentUser,
): Promise<void> {
  const [person, isActive] = await Promise.all([
    accountUsers.find(user.userId, now()),
    accountSessions.isActive(user, now()),
  ])
  if (!(person && isActive)) throw new PhoneError('USER_AUTHENTICATION_REQUIRED')
  selectWorkspace(person, user.workspaceId)
}

/**
 * Checks again, after a request has waited, what {@link requireAccess} checks. An outage of the account service ends no
 * access.
 *
 * @throws {PhoneError} `USER_AUTHENTICATION_REQUIRED`, `WORKSPACE_NOT_FOUND`
 */
export async function requireRemainingAccess(deps: AuthenticationDeps, user: CurrentUser): Promise<void> {
  try {
    await requireAccess(deps, user)
  } catch (error) {
    if (!(error instanceof AccountServiceUnavailableError)) throw error
  }
}

/**
 * Returns those of the users who are members of a workspace. What the account service has said about a single user
 * may have the age of a lookup.
 *
 * @throws {AccountServiceUnavailableError}
 */
export async function selectMembers(
  { accountUsers, workspaceMembers, now }: AuthenticationDeps,
  workspaceId: string,
  userIds: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const [userId] = userIds
  if (userId === undefined) return userIds
  if (userIds.size > 1) {
    const members = await workspaceMembers.listAll(workspaceId)
    return new Set(members.flatMap((member) => (userIds.has(member.userId) ? [member.userId] : [])))
  }
  const person = await accountUsers.find(userId, now())
  return person?.workspaces.some(({ id }) => id === workspaceId) ? userIds : new Set()
}

export interface AuthenticationDeps {
  readonly verifyAccessToken: VerifyAccessToken
  readonly accountUsers: AccountUserLookup
  readonly accountSessions: AccountSessionLookup
  readonly trunkGrants: TrunkGrantLookup
  readonly workspaceMembers: WorkspaceMemberLookup
  readonly teamKeys: TeamKeyLookup
  readonly now: () => Date
}

type FailedVerification = Exclude<Awaited<ReturnType<VerifyAccessToken>>, { status: 'ok' }>

function toPhoneError(verdict: FailedVerification): PhoneError {
  switch (verdict.code) {
    case 'UNPARSABLE_ACCESS_TOKEN':
      return new PhoneError('UNPARSABLE_ACCESS_TOKEN')
    case 'ACCESS_TOKEN_EXPIRED':
      return new PhoneError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: verdict.expiredAtMs })
    case 'INVALID_PROJECT_FOR_ACCESS_TOKEN':
      return new PhoneError('INVALID_PROJECT_FOR_ACCESS_TOKEN', {
        expected_project_id: verdict.expectedProjectId,
        actual_project_id: verdict.actualProjectId,
      })
  }
}

function selectWorkspace(person: AccountUser, requestedId: string | null): Workspace {
  if (requestedId !== null) {
    const found = person.workspaces.find(({ id }) => id === requestedId)
    if (!found) throw new PhoneError('WORKSPACE_NOT_FOUND')
    return found
  }
  const selected = person.workspaces.find(({ id }) => id === person.selectedWorkspaceId)
  const workspace = selected ?? person.workspaces[0]
  if (!workspace) throw new PhoneError('NO_WORKSPACE')
  return workspace
}

function toCurrentUser(
  person: AccountUser,
  workspace: Workspace,
  { sessionId, expiresAtMs }: AccessTokenClaims,
): CurrentUser {
  return {
    userId: person.id,
    sessionId,
    displayName: person.displayName ?? person.primaryEmail,
    primaryEmail: person.primaryEmail,
    isEmailVerified: person.isEmailVerified,
    workspace,
    workspaceId: workspace.id,
    workspaces: person.workspaces,
    isPhoneAdmin: person.administers.has(workspace.id),
    canReadMembers: person.readableWorkspaces.has(workspace.id),
    tokenExpiresAt: expiresAtMs,
  }
}
