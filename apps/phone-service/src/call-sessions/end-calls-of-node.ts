import {
  findActiveCallForUpdate,
  findCall,
  insertCallEvents,
  listUnendedCalls,
  type StoredCall,
  saveCall,
} from '../call-log/index.ts'
import { insertWaitingMetrics } from '../call-metrics/records/index.ts'
import { nextCallState } from '../call-state/index.ts'
import { settleCall } from '../charges/index.ts'
import { releaseSlots } from '../limits/index.ts'
import type { SilentNode } from '../nodes/index.ts'
import { listRecordings, publishAudio } from '../recordings/index.ts'
import type { Services } from '../services.ts'
import { type SendCallDeps, sendEndedCall, sendListChanges } from './parts/send-call.ts'
import { claimDialogsOfCall } from './sip-dialogs.ts'
import { deleteTimersOfCall } from './timers/call-timers.ts'

type Deps = Pick<Services, 'nodeId'> & SendCallDeps

/**
 * Ends the active calls of a crashed node, of its epochs before `beforeEpoch`, at the time of its last
 * heartbeat, and releases their slots. This node then ends them at the far end. Two processes may do this
 * concurrently: each call is ended once.
 *
 * @param beforeEpoch Null: of all its epochs.
 */
export async function endCallsOfNode(
  deps: Deps,
  { id: crashedNodeId, lastAliveAt }: SilentNode,
  beforeEpoch: number | null,
): Promise<void> {
  let count = 0
  for (const { id, workspaceId } of await listUnendedCalls(deps.database, crashedNodeId, beforeEpoch))
    if (await endStoredCall(deps, id, lastAliveAt)) {
      count += 1
      await notifyReaders(deps, workspaceId, id)
    }
  if (count > 0) deps.log.info('calls.recovered', { nodeId: crashedNodeId, count })
}

/**
 * Ends an active call without its session and releases its slots. Returns whether it was ended; false when
 * another process has ended it or is ending it.
 */
export async function endStoredCall(
  { database, nodeId }: Pick<Deps, 'database' | 'nodeId'>,
  id: string,
  lastAliveAt: number | null,
): Promise<boolean> {
  return await database.transaction().execute(async (transaction) => {
    const call = await findActiveCallForUpdate(transaction, id)
    if (!call) return false
    const at = Math.max(lastRecordedTime(call), lastAliveAt ?? 0)
    const event = { type: 'ended', at, reason: 'server-stopped' } as const
    const state = nextCallState(call.state, event)
    const recordings = await listRecordings(transaction, [id])
    const number = call.eventNumber + 1
    const ended = { ...call, state, version: call.version + 1, eventNumber: number }
    await saveCall(transaction, ended, recordings.length > 0 ? 'recorded' : 'not-recorded')
    const { workspaceId } = call
    if (recordings.length > 0) {
      await insertWaitingMetrics(transaction, { callId: id, workspaceId }, new Date(at))
      await publishAudio(transaction, { callId: id, workspaceId })
    }
    await insertCallEvents(transaction, id, [{ number, event }])
    await deleteTimersOfCall(transaction, id)
    await releaseSlots(transaction, workspaceId, call.slotIds)
    await settleCall(transaction, id, state.legs)
    await claimDialogsOfCall(transaction, id, nodeId)
    return true
  })
}

/** Sends a call that was ended to the users with a tab at any node who may read it. */
async function notifyReaders(deps: Deps, workspaceId: string, id: string): Promise<void> {
  const call = await findCall(deps.database, workspaceId, id)
  if (!call) return
  sendListChanges(deps.live, workspaceId, call.state, null)
  await sendEndedCall(deps, call)
}

/** Returns the latest time that the call record contains. */
function lastRecordedTime({ state }: StoredCall): number {
  const times = state.legs.flatMap(({ joinedAt, leftAt }) => [joinedAt ?? 0, leftAt ?? 0])
  return Math.max(state.startedAt, state.answeredAt ?? 0, ...times)
}
