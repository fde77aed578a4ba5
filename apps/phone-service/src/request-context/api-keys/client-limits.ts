import type { QueuePath, RateLimit, RateLimitKey } from '@parley/server'
import { isKeyClient, type KeyClient } from './key-client.ts'

type LimitedClient = Pick<KeyClient, 'userId'>

/** All keys of one administrator have this multiple of the limits of a user, so that one workspace cannot use them up. */
const keysFactor = 2

/** Returns the key under which a client is counted: a user, or all keys of one administrator. */
export function toLimitKey(client: LimitedClient): string {
  return isKeyClient(client) ? client.limitKey : client.userId
}

/**
 * Returns the queue of a client. The workspaces with keys of one administrator take turns within the queue that they share, and
 * so do the keys of a workspace.
 */
export function toClientQueue(client: LimitedClient): QueuePath {
  return isKeyClient(client) ? [client.limitKey, client.workspaceId, client.userId] : [client.userId]
}

/**
 * Returns the counters of a limit for a client. A key counts under its id, with those of its administrator in its workspace, and
 * with all of its administrator.
 */
export function toClientLimits(limit: RateLimit, client: LimitedClient): readonly RateLimitKey[] {
  const single = { limit, key: client.userId }
  if (!isKeyClient(client)) return [single]
  const inWorkspace = { ...limit, name: `${limit.name}-of-workspace-keys` }
  const shared = { ...limit, name: `${limit.name}-of-keys`, attempts: limit.attempts * keysFactor }
  return [
    single,
    { limit: inWorkspace, key: `${client.limitKey} in ${client.workspaceId}` },
    { limit: shared, key: client.limitKey },
  ]
}
