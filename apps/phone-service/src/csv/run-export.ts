import { PhoneError } from '@parley/contract/phone'
import { createFairQueue } from '@parley/server'

const retryAfterSeconds = 5
const createRejection = () => new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds })

/**
 * Exports, each of which reads and serializes up to 20,000 rows on the thread that handles all calls. The users take
 * turns. Those of contacts are streams with their own limits.
 */
const exportQueue = createFairQueue({
  concurrency: 10,
  maxWaiting: 100,
  maxWaitingPerQueue: 1,
  maxWaitMs: 10_000,
  createRejection,
})

const exportingUsers = new Set<string>()

/**
 * Runs an export of a user, one at a time.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS`
 */
export async function runExport<Result>(
  { userId }: { readonly userId: string },
  exportRows: () => Promise<Result>,
): Promise<Result> {
  if (exportingUsers.has(userId)) throw createRejection()
  exportingUsers.add(userId)
  try {
    return await exportQueue.enqueue(userId, exportRows)
  } finally {
    exportingUsers.delete(userId)
  }
}
