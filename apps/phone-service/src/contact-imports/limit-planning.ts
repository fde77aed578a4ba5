import { PhoneError } from '@parley/contract/phone'
import { createFairQueue, isWithinShare } from '@parley/server'

/** A smaller file has few rows, and those few contacts to compare them with. */
export const maxSmallFileBytes = 128 * 1024

const retryAfterSeconds = 5
const createRejection = () => new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds })
/** Two of a user, so that a preview that a browser has abandoned does not prevent the next one. */
const maxWaitingPerQueue = 2
const concurrency = 4

const smallPlannings = createFairQueue({
  concurrency,
  maxWaiting: 20,
  maxWaitingPerQueue,
  maxWaitMs: 10_000,
  createRejection,
})
/** The rows of a large file and the contacts that they belong to occupy up to some hundred megabytes. */
const largePlannings = createFairQueue({
  maxWaiting: 100,
  maxWaitingPerQueue,
  maxWaitMs: 60_000,
  createRejection,
})

interface PlanningRequest {
  readonly user: { readonly userId: string }
  readonly signal: AbortSignal
}

/**
 * Runs what reads a file, or the changes of an import, for a request. The users take turns, with all their workspaces.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS`
 */
export async function runSmallPlanning<Result>(
  { user, signal }: PlanningRequest,
  plan: () => Promise<Result>,
): Promise<Result> {
  return await smallPlannings.enqueue(user.userId, plan, {
    signal,
    canStart: ({ own, all }) => isWithinShare({ own, taken: all, max: concurrency }),
  })
}

/**
 * Runs the planning of an import for a request: of large files one after another, in which the users take turns, and of
 * small ones beside them.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS`
 */
export async function runPlanning<Result>(
  { fileBytes, ...request }: PlanningRequest & { readonly fileBytes: number },
  plan: () => Promise<Result>,
): Promise<Result> {
  if (fileBytes <= maxSmallFileBytes) return await runSmallPlanning(request, plan)
  return await largePlannings.enqueue(request.user.userId, plan, { signal: request.signal })
}
