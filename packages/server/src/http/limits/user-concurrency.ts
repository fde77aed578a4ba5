import { type ConcurrencyLimit, createConcurrencyLimit } from '@parley/primitives'
import { tooManyRequests } from '../plain-text-error.ts'

/** Requests of one user that run or wait. */
const maxRequests = 100
const retryAfterSeconds = 1
/** After a whole timeout, the next attempt would hardly be faster. */
const retryAfterTimeoutSeconds = 5

interface UserRequests {
  readonly limit: ConcurrencyLimit
  count: number
}

interface Limits {
  /** The operations of one user that run at the same time in this process. */
  readonly maxRunning: number
  readonly maxWaitMs: number
}

/** @throws {PlainTextError} 429 when too many requests of the user wait, or this one has waited for too long */
export type UserConcurrency = <Result>(userId: string, operation: () => Promise<Result>) => Promise<Result>

/**
 * Returns a function that runs the operation of a request, a few of each user at a time. The operations of all
 * users share one event loop, and some of them keep it busy for milliseconds: without the limit, the requests of
 * others would wait for all that one user has sent.
 */
export function createUserConcurrency({ maxRunning, maxWaitMs }: Limits): UserConcurrency {
  const users = new Map<string, UserRequests>()

  return async (userId, operation) => {
    const requests = users.get(userId) ?? { limit: createConcurrencyLimit(maxRunning), count: 0 }
    if (requests.count >= maxRequests) throw tooManyRequests(retryAfterSeconds)
    users.set(userId, requests)
    requests.count += 1
    const timeout = startTimeout(maxWaitMs)
    const run = requests.limit(async () => {
      timeout.end()
      return await operation()
    })
    // A request whose client has got an error still counts until it leaves the queue, which stays short.
    const counted = run.finally(() => {
      requests.count -= 1
      if (requests.count === 0) users.delete(userId)
    })
    return await Promise.race([counted, timeout.reached])
  }
}

interface Timeout {
  /** Rejected with a `PlainTextError`, 429. */
  readonly reached: Promise<never>
  /** @throws {PlainTextError} when it has been reached. */
  end(): void
}

function startTimeout(ms: number): Timeout {
  const { promise: reached, reject } = Promise.withResolvers<never>()
  let isReached = false
  const timer = setTimeout(() => {
    isReached = true
    reject(tooManyRequests(retryAfterTimeoutSeconds))
  }, ms)
  return {
    reached,
    end() {
      clearTimeout(timer)
      if (isReached) throw tooManyRequests(retryAfterTimeoutSeconds)
    },
  }
}
