import { createFairQueue, toNetworkKeys } from '@parley/server'
import { tooManyRequests } from '@parley/server/http'
import type { HashingQueue } from '../../../config.ts'

/** Whose request needs a hash. */
export interface HashingClient {
  readonly projectId: string
  /** Keys of its networks, from the widest. */
  readonly networks: readonly string[]
  /** Aborted when the client has disconnected. Null when the client does not wait. */
  readonly disconnected: AbortSignal | null
}

export interface HashingQueueOptions extends HashingQueue {
  readonly findOwnerId: (projectId: string) => Promise<string>
}

/** Slow hashes take up to some seconds each, so few may wait. */
const slowHashes = { concurrency: 1, maxWaiting: 32, maxWaitingPerQueue: 8 }

/**
 * Creates the queues of hashes, which run on libuv threads. Owners of projects take turns, so that the requests
 * of one owner delay those of others by one hash each only. So do the networks of the clients of one owner, and those in
 * them. Slow hashes use one thread at most: access tokens
 * are signed and verified on the same threads.
 */
export function createHashingQueues({ running, waiting, findOwnerId }: HashingQueueOptions) {
  const createRejection = () => tooManyRequests(1)
  const fast = createFairQueue({
    concurrency: running,
    maxWaiting: waiting,
    // The last hashes of the owner with the most, and of their network with the most, give way to those of others.
    maxWaitingPerQueue: Number.POSITIVE_INFINITY,
    createRejection,
  })
  const slow = createFairQueue({ ...slowHashes, createRejection })

  return {
    /** @throws {PlainTextError} 429 when too many hashes wait, or the client has disconnected. */
    async run<T>(
      { projectId, networks, disconnected }: HashingClient,
      work: () => Promise<T>,
      { isSlow = false }: { readonly isSlow?: boolean } = {},
    ): Promise<T> {
      const ownerId = await findOwnerId(projectId)
      return await (isSlow ? slow : fast).enqueue([ownerId, ...networks], work, { signal: disconnected })
    },
  }
}

/** Returns the client of a request. */
export function toHashingClient({
  project,
  info,
}: {
  readonly project: { readonly id: string }
  readonly info: { readonly ip: string; readonly signal: AbortSignal }
}): HashingClient {
  return { projectId: project.id, networks: toNetworkKeys(info.ip), disconnected: info.signal }
}
