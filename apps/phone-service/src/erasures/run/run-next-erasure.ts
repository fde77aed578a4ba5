import type { ErasedSubject } from '../../call-log/index.ts'
import type { WorkTurns } from '../../leased-work/index.ts'
import { createServiceContext } from '../../service-context/index.ts'
import {
  completeErasure,
  countAudioToDelete,
  countUnerasedCalls,
  deleteErasureCalls,
  deleteMentions,
  deleteReceiptsBefore,
  type ErasureOutcome,
  listLostAudio,
  listWorkspacesWithErasures,
  lockTakenErasure,
  postponeErasure,
  type StoredErasure,
  takeDueErasure,
} from '../records/index.ts'
import { isMember, openSubject } from '../subject.ts'
import { eraseNumber, eraseRest, eraseUser } from './erase-subject.ts'
import { createLeaseEnd, createTurn, type ErasureDeps, type ErasureTurn, settlingMs } from './erasure-turn.ts'

const repeatMs = 5_000
/** After as many deletions in S3, the lease of the erasure is extended. */
const keysOfLease = 50
const maxRetryMs = 10 * 60_000
/** The longest time between two turns of an erasure that waits for something else, such as the end of a call. */
const maxWaitMs = 60_000
/** The period in which an authority or a court may ask for the receipt. */
const receiptMs = 3 * 366 * 24 * 60 * 60_000

type Problem = StoredErasure['problem']

/** Runs one pass of the erasure whose turn it is. Returns whether one was due. */
export async function runNextErasure(deps: ErasureDeps, turns: WorkTurns): Promise<boolean> {
  const { database } = deps
  const now = deps.now()
  const lease = { now, leaseEnd: createLeaseEnd(now) }
  const workspaces = await listWorkspacesWithErasures(database, now)
  const next = await turns.takeNext(workspaces, (id) => takeDueErasure(database, id, lease))
  if (!next) return false
  try {
    await runTurn(deps, next.work)
  } finally {
    next.end()
  }
  return true
}

async function runTurn(deps: ErasureDeps, taken: StoredErasure): Promise<void> {
  const turn = createTurn(deps, taken)
  try {
    await runErasure(deps, turn)
  } catch (error) {
    const { id: erasureId, workspaceId, attempts } = taken
    deps.log.error('erasure.failed', { erasureId, workspaceId, attempts, error })
    const delayMs = toDelay(attempts, maxRetryMs)
    const dueAt = new Date(deps.now().getTime() + delayMs)
    // When this fails too, another turn begins after the lease.
    await postponeErasure(deps.database, turn.stored, { dueAt, problem: 'failed', attempts: attempts + 1 })
  }
}

/** Deletes receipts that are too old to be asked for. */
export async function deleteOldReceipts({ database, now }: ErasureDeps): Promise<void> {
  await deleteReceiptsBefore(database, new Date(now().getTime() - receiptMs))
}

async function runErasure(deps: ErasureDeps, turn: ErasureTurn): Promise<void> {
  const { id, subjectEncrypted, requestedAt } = turn.stored
  if (subjectEncrypted === null) throw new Error('The subject of a running erasure is missing.')
  const subject = openSubject(deps, id, subjectEncrypted)
  // From now on, new data about them is data of a member, which no one has confirmed to erase.
  if ('userId' in subject && (await isMember(deps, subject)))
    return await complete(deps, turn, 'member-again')
  let problem = (await erase(deps, turn, subject)) ?? (await findProblem(deps, id))
  const now = deps.now()
  const isSettled = now.getTime() - requestedAt.getTime() >= settlingMs
  // The audio may wait for its node for a day: until then, other calls would retain the number.
  const mayHaveRest = problem === null || (problem === 'audio-not-deleted' && 'number' in subject)
  let isFinished = true
  if (mayHaveRest && isSettled && turn.deletedCount === 0) {
    const rest = await eraseRest(deps, turn, subject)
    problem = rest.problem ?? problem
    isFinished = rest.isFinished
    if (problem === null && isFinished && turn.deletedCount === 0)
      return await complete(deps, turn, (await deleteLostAudio(deps, turn)) ? 'audio-lost' : null)
  }
  // Without progress, it is tried less and less often.
  const attempts = problem !== null && isFinished && turn.deletedCount === 0 ? turn.stored.attempts + 1 : 0
  const maxMs = problem === 'failed' ? maxRetryMs : maxWaitMs
  const dueAt = new Date(now.getTime() + toDelay(attempts - 1, maxMs))
  await postponeErasure(deps.database, turn.stored, { dueAt, problem, attempts })
}

const toDelay = (attempts: number, maxMs: number) => Math.min(repeatMs * 2 ** Math.max(attempts, 0), maxMs)

async function erase(deps: ErasureDeps, turn: ErasureTurn, subject: ErasedSubject): Promise<Problem> {
  if ('number' in subject) return await eraseNumber(deps, turn, subject)
  return await eraseUser(deps, turn, subject)
}

async function findProblem({ database }: ErasureDeps, id: string): Promise<Problem> {
  if ((await countUnerasedCalls(database, id)) > 0) return 'calls-running'
  return (await countAudioToDelete(database, id)) > 0 ? 'audio-not-deleted' : null
}

/**
 * Deletes the audio of lost nodes from S3, where it is when a node stopped before it saved that. The files on their disks
 * are deleted by the nodes, when they start again. Returns whether audio of lost nodes was found.
 */
async function deleteLostAudio(
  { database, recordingStorage }: ErasureDeps,
  turn: ErasureTurn,
): Promise<boolean> {
  const keys = await listLostAudio(database, turn.stored.id)
  const { store } = recordingStorage
  if (store.kind === 's3')
    for (const [index, key] of keys.entries()) {
      await store.delete(key)
      if (index % keysOfLease === 0) await turn.run(async () => ({}))
    }
  return keys.length > 0
}

/** Ends an erasure. Its receipt shows why it has not erased all, if so. */
async function complete(deps: ErasureDeps, turn: ErasureTurn, outcome: ErasureOutcome): Promise<void> {
  const { id, workspaceId, requestedBy } = turn.stored
  const context = createServiceContext(deps, { workspaceId, userId: requestedBy })
  await context.transaction(async (transaction) => {
    if (!(await lockTakenErasure(transaction, turn.stored)))
      throw new Error('The lease of the erasure has ended.')
    const { counts, subject } = await completeErasure(transaction, id, { completedAt: deps.now(), outcome })
    await deleteErasureCalls(transaction, id)
    await deleteMentions(transaction, id)
    const action = outcome === 'member-again' ? 'erasure.stopped' : 'erasure.completed'
    await transaction.audit(action, { type: 'erasure', id }, { of: subject, ...counts })
  })
  deps.log.info('erasure.completed', { erasureId: id, workspaceId, outcome })
}
