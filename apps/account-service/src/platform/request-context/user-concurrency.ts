import { type ConcurrencyLimit, createConcurrencyLimit } from '@parley/primitives'
import { tooManyRequests } from '@parley/server/http'
import type { Access } from './auth-context.ts'

/** Requests of one user that run at the same time in this process. */
const maxRunning = 4
/** Requests of one user that run or wait. */
const maxRequests = 100
const retryAfterSeconds = 1

interface Requester {
  readonly access: (Pick<Access, 'accessType'> & { readonly user: { readonly id: string } | null }) | null
}

interface UserRequests {
  readonly limit: ConcurrencyLimit
  count: number
}

/**
 * Returns a function that runs the operation of a request, a few of each user with client access at a time. The
 * operations of all users share one event loop, and some of them keep it busy for milliseconds: without the
 * limit, the requests of others would wait for all that one user has sent.
 *
 * @throws {PlainTextError} 429 (the returned function) when too many requests of the user wait
 */
export function createUserConcurrency(): <Result>(
  requester: Requester,
  operation: () => Promise<Result>,
) => Promise<Result> {
  const users = new Map<string, UserRequests>()

  return async ({ access }, operation) => {
    if (access?.accessType !== 'client' || !access.user) return await operation()
    const { id } = access.user
    const requests = users.get(id) ?? { limit: createConcurrencyLimit(maxRunning), count: 0 }
    if (requests.count >= maxRequests) throw tooManyRequests(retryAfterSeconds)
    users.set(id, requests)
    requests.count += 1
    try {
      return await requests.limit(operation)
    } finally {
      requests.count -= 1
      if (requests.count === 0) users.delete(id)
    }
  }
}
