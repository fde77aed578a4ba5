import { PhoneError } from '@parley/contract/phone'
import { createFairQueue } from '@parley/server'
import { createUserConcurrencyLimit } from '../request-context/index.ts'

/** A smaller file has few rows, and those few contacts to compare them with. */
export const maxSmallFileBytes = 128 * 1024

const retryAfterSeconds = 5
const limits = { perUser: 2, perWorkspace: 3 }

/**
 * Counts a request that reads a file or the changes of an import. Two of a user, so that a preview that a browser has
 * abandoned does not prevent the next one.
 */
export const startPlanning = createUserConcurrencyLimit({ ...limits, perNode: 4 })

const startLargePlanning = createUserConcurrencyLimit({ ...limits, perNode: 20 })
/** The rows of a large file and the contacts that they belong to occupy up to some hundred megabytes. */
const largePlannings = createFairQueue({
  maxWaiting: 20,
  maxWaitingPerQueue: limits.perWorkspace,
  createRejection: () => new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds }),
})

interface PlanningRequest {
  readonly user: { readonly userId: string; readonly workspaceId: string }
  readonly fileBytes: number
  readonly signal: AbortSignal
}

/**
 * Runs the planning of an import for a request: of large files one after another, in which the workspaces take turns,
 * and of small ones beside them.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS`
 */
export async function runPlanning<Result>(
  { user, fileBytes, signal }: PlanningRequest,
  plan: () => Promise<Result>,
): Promise<Result> {
  const isLarge = fileBytes > maxSmallFileBytes
  const end = isLarge ? startLargePlanning(user) : startPlanning(user)
  try {
    return await (isLarge ? largePlannings.enqueue(user.workspaceId, plan, { signal }) : plan())
  } finally {
    end()
  }
}
