import { runPeriodically } from '@parley/server'
import { deleteEndedCalls, hasCalls } from '../call-log/index.ts'
import { deleteContactsOfWorkspace } from '../contacts/index.ts'
import { markWorkspaceRecordingsDeleted } from '../recordings/index.ts'
import type { Services } from '../services.ts'
import { deleteTranscriptionsOfWorkspace } from '../transcription/records/index.ts'
import type { TrunkLeaseService } from '../trunks/index.ts'
import { deleteDataOfWorkspace } from './delete-data.ts'
import {
  type DeletedWorkspace,
  forgetDeletedWorkspace,
  listDueWorkspaces,
  saveDueTime,
} from './deleted-workspaces.ts'
import { chooseRepeatTime, isRepeatedEnough } from './deletion-schedule.ts'

type Deps = Services & TrunkLeaseService

const intervalMs = 5_000
/** Rows of one statement, so that it locks nothing for long. */
const batchSize = 1_000
const maxWorkspacesAtOnce = 20
/** The end of a call may still write its last data. */
const endedCallDelayMs = 60_000

/**
 * Deletes the contacts, calls, recordings and transcripts of deleted workspaces, until disposed. The audio is deleted from its store
 * like that of other deleted recordings; then the row of its call follows.
 */
export function startDeletingWorkspaces(services: Deps): AsyncDisposable {
  const { database, now, log } = services
  const onFailure = (error: Error) => log.error('workspace.deletion_failed', { error })
  return runPeriodically({ intervalMs, onFailure }, async (signal) => {
    let hasMore = false
    for (const workspace of await listDueWorkspaces(database, now(), maxWorkspacesAtOnce)) {
      if (signal.aborted) return
      hasMore = (await deleteBatch(services, workspace)) || hasMore
    }
    return hasMore ? 'more' : undefined
  })
}

/** Deletes some data of a workspace. Returns whether more can be deleted immediately. */
async function deleteBatch(services: Deps, { workspaceId, deletedAt }: DeletedWorkspace): Promise<boolean> {
  const { database, now } = services
  const at = now()
  await deleteDataOfWorkspace(services, workspaceId)
  const recordings = await markWorkspaceRecordingsDeleted(database, workspaceId, at)
  const transcriptions = await deleteTranscriptionsOfWorkspace(database, workspaceId, batchSize)
  const contacts = await deleteContactsOfWorkspace(database, workspaceId, batchSize)
  const endedBefore = new Date(at.getTime() - endedCallDelayMs)
  const { length: calls } = await deleteEndedCalls(database, { workspaceId, endedBefore, max: batchSize })
  if ([transcriptions, contacts, calls].includes(batchSize)) return true
  // Calls follow soon after the audio of their recordings.
  if (recordings + transcriptions + contacts + calls > 0) return false
  if (isRepeatedEnough(at, deletedAt) && !(await hasCalls(database, workspaceId)))
    await forgetDeletedWorkspace(database, workspaceId)
  else await saveDueTime(database, workspaceId, chooseRepeatTime(at, deletedAt))
  return false
}
