import type { ErasedSubject } from '../../call-log/index.ts'
import { createServiceContext } from '../../service-context/index.ts'
import {
  completeErasure,
  countAudioToDelete,
  countUnerasedCalls,
  deleteReceiptsBefore,
  forgetCalls,
  lockTakenErasure,
  postponeErasure,
  type StoredErasure,
  takeDueErasure,
} from '../records/index.ts'
import { openSubject } from '../subject.ts'
import { eraseNumber, eraseUser } from './erase-subject.ts'
import { createLeaseEnd, createTurn, type ErasureDeps, type ErasureTurn } from './erasure-turn.ts'

/**
 * The time in which the results of requests, e-mails and models that ran when the erasure began are stored or rejected. An
 * erasure that has found nothing after it is complete.
 */
const settlingMs = 60_000
const repeatMs = 5_000
const maxRetryMs = 10 * 60_000
/** The period in which an authority or a court may ask for the receipt. */
const receiptMs = 3 * 366 * 24 * 60 * 60_000

type Problem = StoredErasure['problem']

/** Lets the erasure whose turn it is delete what it finds. Returns whether there was one. */
export async function eraseNext(deps: ErasureDeps): Promise<boolean> {
  const now = deps.now()
  const taken = await takeDueErasure(deps.database, { now, leaseEnd: createLeaseEnd(now) })
  if (!taken) return false
  const turn = createTurn(deps, taken)
  try {
    await eraseNow(deps, turn)
  } catch (error) {
    const { id: erasureId, workspaceId, attempts } = taken
    deps.log.error('erasure.failed', { erasureId, workspaceId, attempts, error })
    const delayMs = Math.min(repeatMs * 2 ** attempts, maxRetryMs)
    const dueAt = new Date(deps.now().getTime() + delayMs)
    // When this fails too, another turn begins after the lease.
    await postponeErasure(deps.database, turn.stored, { dueAt, problem: 'failed', attempts: attempts + 1 })
  }
  return true
}

/** Deletes receipts that are too old to be asked for. */
export async function deleteOldReceipts({ database, now }: ErasureDeps): Promise<void> {
  await deleteReceiptsBefore(database, new Date(now().getTime() - receiptMs))
}

async function eraseNow(deps: ErasureDeps, turn: ErasureTurn): Promise<void> {
  const { id, subjectEncrypted, requestedAt } = turn.stored
  if (subjectEncrypted === null) throw new Error('The subject of a running erasure is missing.')
  const subject = openSubject(deps, id, subjectEncrypted)
  const problem = (await erase(deps, turn, subject)) ?? (await findProblem(deps, id))
  const now = deps.now()
  const isSettled = now.getTime() - requestedAt.getTime() >= settlingMs
  if (problem === null && isSettled && turn.deletedCount === 0) return await complete(deps, turn)
  const dueAt = new Date(now.getTime() + repeatMs)
  await postponeErasure(deps.database, turn.stored, { dueAt, problem, attempts: 0 })
}

async function erase(deps: ErasureDeps, turn: ErasureTurn, subject: ErasedSubject): Promise<Problem> {
  if ('number' in subject) return await eraseNumber(deps, turn, subject)
  await eraseUser(deps, turn, subject)
  return null
}

async function findProblem({ database }: ErasureDeps, id: string): Promise<Problem> {
  if ((await countUnerasedCalls(database, id)) > 0) return 'calls-running'
  return (await countAudioToDelete(database, id)) > 0 ? 'audio-not-deleted' : null
}

async function complete(deps: ErasureDeps, turn: ErasureTurn): Promise<void> {
  const { id, workspaceId, requestedBy } = turn.stored
  const context = createServiceContext(deps, { workspaceId, userId: requestedBy })
  await context.transaction(async (transaction) => {
    if (!(await lockTakenErasure(transaction, turn.stored)))
      throw new Error('The lease of the erasure has ended.')
    const { counts, subject } = await completeErasure(transaction, id, deps.now())
    await forgetCalls(transaction, id)
    await transaction.audit('erasure.completed', { type: 'erasure', id }, { of: subject, ...counts })
  })
  deps.log.info('erasure.completed', { erasureId: id, workspaceId })
}
