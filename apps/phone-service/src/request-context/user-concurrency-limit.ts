import { PhoneError } from '@parley/contract/phone'

/** Maximum numbers of uses at the same time. */
interface UseLimits {
  readonly perUser: number
  /** Lower than `perNode`, so that one workspace cannot occupy the node. */
  readonly perWorkspace: number
  readonly perNode: number
}

interface User {
  readonly userId: string
  readonly workspaceId: string
}

/** How soon a client that was rejected tries again: a use may take from milliseconds to an hour. */
const retryAfterSeconds = 5

/**
 * Returns a function that counts a use, and returns another one that ends it. It may be called several times.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS` (the returned function)
 */
export function createUserConcurrencyLimit({
  perUser,
  perWorkspace,
  perNode,
}: UseLimits): (user: User) => () => void {
  const uses = new Map<string, number>()
  const add = (key: string, change: number) => {
    const count = (uses.get(key) ?? 0) + change
    if (count === 0) uses.delete(key)
    else uses.set(key, count)
  }

  return ({ userId, workspaceId }) => {
    const limits = [
      { key: `user ${userId}`, max: perUser },
      { key: `workspace ${workspaceId}`, max: perWorkspace },
      { key: 'node', max: perNode },
    ]
    if (limits.some(({ key, max }) => (uses.get(key) ?? 0) >= max))
      throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds })
    for (const { key } of limits) add(key, 1)

    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      for (const { key } of limits) add(key, -1)
    }
  }
}
