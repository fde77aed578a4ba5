import { PhoneError } from '@parley/contract/phone'
import { toNetworkKeys } from '@parley/server'

/** Maximum numbers of uses at the same time. */
export interface UseLimits {
  readonly perUser: number
  readonly perWorkspace: number
  readonly perNode: number
}

export interface UsingUser {
  readonly userId: string
  readonly workspaceId: string
  /** Address of a client that determines how long the use lasts: accounts alone are cheap. */
  readonly ip?: string
}

interface Use {
  /** The user, the workspace, the network and the node whose limits it counts against. */
  readonly keys: readonly string[]
  /** May be called several times. */
  end(): void
}

/** How soon a client that was rejected tries again: a use may take from milliseconds to an hour. */
const retryAfterSeconds = 5

/**
 * Returns a function that counts a use. A user, a workspace and a network get one more while more are free than they have,
 * so that the last ones are for those with few.
 *
 * @param makeRoom Ends a use that counts against a key, for a user. Returns false when none ends.
 * @throws {PhoneError} `TOO_MANY_REQUESTS` (the returned function)
 */
export function createUserConcurrencyLimit<User extends UsingUser>(
  { perUser, perWorkspace, perNode }: UseLimits,
  makeRoom: (key: string, user: User) => boolean = () => false,
): (user: User) => Use {
  const uses = new Map<string, number>()
  const count = (key: string) => uses.get(key) ?? 0
  const add = (key: string, change: number) => {
    if (count(key) + change === 0) uses.delete(key)
    else uses.set(key, count(key) + change)
  }
  const findFullKey = (limits: readonly { readonly key: string; readonly max: number }[]) => {
    const free = perNode - count('node')
    const full = limits.find(({ key, max }) => count(key) >= (key === 'node' ? max : Math.min(max, free)))
    return full?.key
  }

  return (user) => {
    const { userId, workspaceId, ip } = user
    const limits = [
      { key: 'node', max: perNode },
      { key: `user ${userId}`, max: perUser },
      { key: `workspace ${workspaceId}`, max: perWorkspace },
      ...(ip === undefined ? [] : [{ key: `network ${toNetworkKeys(ip)[0]}`, max: perNode }]),
    ]
    for (let full = findFullKey(limits); full !== undefined; full = findFullKey(limits))
      if (!makeRoom(full, user)) throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds })
    const keys = limits.map(({ key }) => key)
    for (const key of keys) add(key, 1)

    let hasEnded = false
    return {
      keys,
      end() {
        if (hasEnded) return
        hasEnded = true
        for (const key of keys) add(key, -1)
      },
    }
  }
}
