import { PhoneError } from '@parley/contract/phone'
import { createFairQueue, type RunningTasks } from '@parley/server'
import {
  type AuthenticationService,
  type CurrentUser,
  requireRemainingAccess,
} from '../request-context/index.ts'

const retryAfterSeconds = 5

const concurrency = 3
/** The other one does small changes, which take milliseconds. */
const maxLargeChanges = 2
const maxSmallContacts = 100

/**
 * Changes of many contacts. Each holds a connection of the database for seconds, of which a node has few, so that the
 * others wait without one. The users take turns, with all their workspaces, and each has one of them at a time.
 */
const longChanges = createFairQueue({
  concurrency,
  maxWaiting: 100,
  maxWaitingPerQueue: 5,
  // Meanwhile the request occupies a place of its workspace.
  maxWaitMs: 10_000,
  createRejection: () => new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds }),
})

let runningLarge = 0

/**
 * Runs a change of many contacts for a request, after those before it.
 *
 * @param contactCount The number of contacts, if it is known.
 * @throws {PhoneError} `TOO_MANY_REQUESTS`; when the user has lost access meanwhile as {@link requireRemainingAccess}
 */
export async function runLongChange<Result>(
  { authentication }: AuthenticationService,
  { user, info }: { readonly user: CurrentUser; readonly info: { readonly signal: AbortSignal } },
  change: () => Promise<Result>,
  contactCount = Number.POSITIVE_INFINITY,
): Promise<Result> {
  const isLarge = contactCount > maxSmallContacts
  const run = async () => {
    if (isLarge) runningLarge += 1
    try {
      await requireRemainingAccess(authentication, user)
      return await change()
    } finally {
      if (isLarge) runningLarge -= 1
    }
  }
  const canStart = ({ own }: RunningTasks) => own === 0 && (!isLarge || runningLarge < maxLargeChanges)
  return await longChanges.enqueue(user.userId, run, { signal: info.signal, canStart })
}
