import { createFairQueue, type FairQueue } from '../../fair-queue/fair-queue.ts'
import { tooManyRequests } from '../plain-text-error.ts'

/** Requests of one user that run or wait. */
const maxRequests = 100
/** Those of a back end, which sends the requests of many people, without a session. */
const maxRequestsOfBackEnd = 1_000
const retryAfterSeconds = 1

interface UserRequests {
  readonly queue: FairQueue
  count: number
}

interface Limits {
  /** The operations of one user that run at the same time in this process. */
  readonly maxRunning: number
  readonly maxWaitMs: number
  /** Those that run or wait. Default: 100, and 1,000 of a back end. */
  readonly maxRequests?: number
}

export interface Requester {
  readonly userKey: string
  /** Null when the client has no session. */
  readonly sessionKey: string | null
}

/** @throws {PlainTextError} 429 when too many requests of the user wait, or this one has waited for too long */
export type UserConcurrency = <Result>(
  requester: Requester,
  operation: () => Promise<Result>,
) => Promise<Result>

/**
 * Returns a function that runs the operation of a request, a few of each user at a time. The operations of all
 * users share one event loop, and some of them keep it busy for milliseconds: without the limit, the requests of
 * others would wait for all that one user has sent. The sessions of a user take turns, so that a stolen one does
 * not keep the requests of the others waiting.
 */
export function createUserConcurrency({ maxRunning, maxWaitMs, ...limits }: Limits): UserConcurrency {
  const users = new Map<string, UserRequests>()
  const createQueue = ({ sessionKey }: Requester) => {
    const usual = sessionKey === null ? maxRequestsOfBackEnd : maxRequests
    const maxWaiting = (limits.maxRequests ?? usual) - maxRunning
    return createFairQueue({
      concurrency: maxRunning,
      maxWaiting,
      maxWaitingPerQueue: maxWaiting,
      maxWaitMs,
      createRejection: () => tooManyRequests(retryAfterSeconds),
    })
  }

  return async (requester, operation) => {
    const { userKey, sessionKey } = requester
    const requests = users.get(userKey) ?? { queue: createQueue(requester), count: 0 }
    users.set(userKey, requests)
    requests.count += 1
    try {
      return await requests.queue.enqueue(sessionKey ?? '', operation)
    } finally {
      requests.count -= 1
      if (requests.count === 0) users.delete(userKey)
    }
  }
}
