import { type ConcurrencyLimit, createConcurrencyLimit } from '@parley/primitives'
import { tooManyRequests } from './plain-text-error.ts'

/** Requests of one user that run or wait. */
const maxRequests = 100
const retryAfterSeconds = 1

interface UserRequests {
  readonly limit: ConcurrencyLimit
  count: number
}

/**
 * Returns a function that runs the operation of a request, a few of each user at a time. The operations of all
 * users share one event loop, and some of them keep it busy for milliseconds: without the limit, the requests of
 * others would wait for all that one user has sent.
 *
 * @param maxRunning the operations of one user that run at the same time in this process.
 * @throws {PlainTextError} 429 (the returned function) when too many requests of the user wait
 */
export function createUserConcurrency(
  maxRunning: number,
): <Result>(userId: string, operation: () => Promise<Result>) => Promise<Result> {
  const users = new Map<string, UserRequests>()

  return async (userId, operation) => {
    const requests = users.get(userId) ?? { limit: createConcurrencyLimit(maxRunning), count: 0 }
    if (requests.count >= maxRequests) throw tooManyRequests(retryAfterSeconds)
    users.set(userId, requests)
    requests.count += 1
    try {
      return await requests.limit(operation)
    } finally {
      requests.count -= 1
      if (requests.count === 0) users.delete(userId)
    }
  }
}
