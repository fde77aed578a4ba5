import { PhoneError } from '@parley/contract/phone'
import { createFairQueue } from '@parley/server'
import {
  type AuthenticationService,
  type CurrentUser,
  requireRemainingAccess,
} from '../request-context/index.ts'

const retryAfterSeconds = 5

/**
 * Changes of many contacts. Each holds a connection of the database for seconds, of which a node has few, so that the
 * others wait without one. The users take turns, with all their workspaces.
 */
const longChanges = createFairQueue({
  concurrency: 3,
  maxWaiting: 100,
  maxWaitingPerQueue: 5,
  createRejection: () => new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds }),
})

/**
 * Runs a change of many contacts for a request, after those before it.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS`; when the user has lost access meanwhile as {@link requireRemainingAccess}
 */
export async function runLongChange<Result>(
  { authentication }: AuthenticationService,
  { user, info }: { readonly user: CurrentUser; readonly info: { readonly signal: AbortSignal } },
  change: () => Promise<Result>,
): Promise<Result> {
  return await longChanges.enqueue(
    user.userId,
    async () => {
      await requireRemainingAccess(authentication, user)
      return await change()
    },
    { signal: info.signal },
  )
}
