import type { erasures } from '@parley/contract/phone'
import type { LiveService } from '../../live/index.ts'
import type { RecordingStorageService } from '../../recordings/index.ts'
import type { AuthenticationService } from '../../request-context/index.ts'
import { createServiceContext, type ServiceTransaction } from '../../service-context/index.ts'
import type { Services } from '../../services.ts'
import { lockTakenErasure, type StoredErasure, saveProgress } from '../records/index.ts'

export type ErasureDeps = Services & LiveService & AuthenticationService & RecordingStorageService

export type Deleted = Partial<erasures.ErasureCounts>

/** The result of the last part of a turn: why data could not be deleted, or null, and whether nothing is left to do. */
export interface Rest {
  readonly problem: StoredErasure['problem']
  readonly isFinished: boolean
}

/** Longer than a transaction of an erasure takes. */
const leaseMs = 2 * 60_000

/**
 * The time in which the results of requests, e-mails and models that ran when the erasure began are stored or rejected. An
 * erasure that has found nothing after it is complete.
 */
export const settlingMs = 60_000

/** The end of a call may still write its last data. */
export const endedCallDelayMs = 60_000

/** Returns when all that was requested before an erasure was confirmed, such as a call, has begun or is stored. */
export const toRequestEnd = (requestedAt: Date) => new Date(requestedAt.getTime() + settlingMs)

/** The turn of a node with an erasure. */
export interface ErasureTurn {
  readonly stored: StoredErasure
  /** How much this turn has deleted. */
  readonly deletedCount: number
  /**
   * Deletes data in a transaction, which also stores how much it was, so that the receipt is right after any failure.
   *
   * @throws {Error} The lease has ended, or the workspace was deleted.
   */
  run(work: (transaction: ServiceTransaction) => Promise<Deleted>): Promise<void>
}

export function createLeaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseMs)
}

export function createTurn(deps: ErasureDeps, taken: StoredErasure): ErasureTurn {
  const { workspaceId, requestedBy: userId } = taken
  const context = createServiceContext(deps, { workspaceId, userId })
  let stored = taken
  let deletedCount = 0
  return {
    get stored() {
      return stored
    },
    get deletedCount() {
      return deletedCount
    },
    async run(work) {
      let dueAt = stored.dueAt
      const deleted = await context.transaction(async (transaction) => {
        if (!(await lockTakenErasure(transaction, stored)))
          throw new Error('The lease of the erasure has ended.')
        const counts = await work(transaction)
        dueAt = createLeaseEnd(deps.now())
        await saveProgress(transaction, stored.id, { counts, leaseEnd: dueAt })
        return counts
      })
      stored = { ...stored, dueAt }
      deletedCount += Object.values(deleted).reduce((sum, count) => sum + count, 0)
    },
  }
}
