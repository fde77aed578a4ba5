import type { retention } from '@parley/contract/phone'
import { deleteAudioOfCall, deleteEndedCalls, type ExpiredKind, listExpiredCalls } from '../call-log/index.ts'
import type { LiveService } from '../live/index.ts'
import { createServiceContext, type ServiceContext } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { deleteTranscription } from '../transcription/records/index.ts'
import { deleteStoredVoicemail } from '../voicemails/records/index.ts'
import { deleteMailsOfCalls, deleteSummariesOfCalls } from '../workspace-mail/records/index.ts'
import {
  findRetentionLimits,
  lockRetention,
  type StoredRetention,
  saveRetentionTime,
  takeDueRetention,
} from './records/index.ts'

export type RetentionDeps = Services & LiveService

/** Calls of one turn of a workspace, each with its own transaction. */
const batchSize = 200
/** Longer than a turn. */
const leaseMs = 10 * 60_000
/** Calls follow soon after the audio of their recordings. */
const audioDelayMs = 5 * 60_000
const dayMs = 24 * 60 * 60_000

type Counts = Record<ExpiredKind, number>

/** Deletes a batch of expired data of the workspace whose turn it is. Returns whether there may be more to do. */
export async function applyNextRetention(deps: RetentionDeps): Promise<boolean> {
  const { database, live, log } = deps
  const now = deps.now()
  const leaseEnd = new Date(now.getTime() + leaseMs)
  const due = await takeDueRetention(database, { now, leaseEnd })
  if (!due) return false
  const { workspaceId } = due
  const counts = await deleteBatch(deps, due)
  if (Object.values(counts).some((count) => count > 0))
    log.info('retention.applied', { workspaceId, ...counts })
  if (counts.voicemails > 0) live.sendToWorkspace(workspaceId, { type: 'voicemails.changed' })
  await saveRetentionTime(database, due, chooseNextTime(due.periods, counts, now))
  return true
}

function chooseNextTime({ callDays }: retention.RetentionPeriods, counts: Counts, now: Date): Date {
  // The turns of other workspaces come first.
  if (Object.values(counts).some((count) => count >= batchSize)) return now
  const hasNewAudio = callDays !== null && counts.recordings + counts.voicemails > 0
  return new Date(now.getTime() + (hasNewAudio ? audioDelayMs : dayMs))
}

async function deleteBatch(deps: RetentionDeps, due: StoredRetention): Promise<Counts> {
  const { workspaceId, periods } = due
  const { database } = deps
  const context = createServiceContext(deps, { workspaceId, userId: null })
  const limits = findRetentionLimits(periods, deps.now())
  // No user has deleted it.
  const deletedBy = { userId: workspaceId, displayName: null, primaryEmail: null }
  const deleteEach = async (
    kind: Exclude<ExpiredKind, 'calls'>,
    work: (transaction: Services['database'], callId: string) => Promise<unknown>,
  ) => {
    const endedBefore = limits[kind]
    if (!endedBefore) return 0
    const callIds = await listExpiredCalls(database, { workspaceId, kind, endedBefore }, batchSize)
    for (const callId of callIds)
      await context.transaction(async (changes) => {
        await requireUnchanged(changes, due)
        await work(changes, callId)
        await changes.audit('retention.applied', { type: 'call', id: callId }, { data: kind })
      })
    return callIds.length
  }
  const voicemails = await deleteEach('voicemails', async (transaction, callId) => {
    await deleteAudioOfCall(deps, transaction, deletedBy, callId)
    await deleteStoredVoicemail(transaction, callId)
  })
  const recordings = await deleteEach('recordings', (transaction, callId) =>
    deleteAudioOfCall(deps, transaction, deletedBy, callId),
  )
  const transcripts = await deleteEach('transcripts', async (transaction, callId) => {
    await deleteTranscription(transaction, callId)
    await deleteSummariesOfCalls(transaction, [callId])
  })
  return { voicemails, recordings, transcripts, calls: await deleteCalls(context, due, limits.calls) }
}

/** Deletes entries of the call log whose audio is deleted, with the e-mails about them. */
async function deleteCalls(
  context: ServiceContext,
  due: StoredRetention,
  endedBefore: Date | null,
): Promise<number> {
  const { workspaceId } = due
  if (!endedBefore) return 0
  return await context.transaction(async (changes) => {
    await requireUnchanged(changes, due)
    const callIds = await deleteEndedCalls(changes, { workspaceId, endedBefore, max: batchSize })
    if (callIds.length === 0) return 0
    await deleteMailsOfCalls(changes, callIds)
    const subject = { type: 'workspace', id: workspaceId }
    await changes.audit('retention.applied', subject, { data: 'calls', calls: callIds.length })
    return callIds.length
  })
}

/**
 * Locks the periods until the transaction ends.
 *
 * @throws {Error} An administrator has changed the periods since their turn began.
 */
async function requireUnchanged(transaction: Services['database'], due: StoredRetention): Promise<void> {
  if (!(await lockRetention(transaction, due)))
    throw new Error('The retention periods have been changed, or deleted.')
}
