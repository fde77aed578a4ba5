import type { ApiKeyScope } from '@parley/contract/phone'

/** An API key of a workspace. It acts for the workspace, and is no user. */
export interface KeyClient {
  /**
   * The id of the key in place of that of a user. No user has it, so that no call, contact or message is the key's own: it reads
   * what all members read.
   */
  readonly userId: string
  readonly workspaceId: string
  /** Whether the key reads the calls of all members. */
  readonly isPhoneAdmin: boolean
  readonly scopes: ReadonlySet<ApiKeyScope>
  /** The same for all keys, in all workspaces, whose scopes the same administrator has chosen. */
  readonly limitKey: string
}

export function isKeyClient<Client extends object>(client: Client | null): client is Client & KeyClient {
  return client !== null && 'scopes' in client
}

/** Returns whether a client may read or change what a scope allows: a user, or a key that has the scope. */
export function hasScope(client: Pick<KeyClient, 'userId'>, scope: ApiKeyScope): boolean {
  return !isKeyClient(client) || client.scopes.has(scope)
}

/** Returns the actor of the audit entries of a client. */
export function toAuditedClient(client: Pick<KeyClient, 'userId' | 'workspaceId'>) {
  const { userId, workspaceId } = client
  return isKeyClient(client)
    ? { workspaceId, userId: null, apiKeyId: userId }
    : { workspaceId, userId, apiKeyId: null }
}
