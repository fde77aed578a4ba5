import { isLockTimeout, runPeriodically } from '@parley/server'
import { listEndedCallIds, listNodesWithActiveCalls, listUnendedCalls } from '../call-log/index.ts'
import { endEpoch, findLastHeartbeat, listSilentNodes, nodeSilenceSeconds } from '../nodes/index.ts'
import {
  finalizeCallRecordings,
  listUnfinishedRecordings,
  type RecordingStorageService,
  saveLostRecordings,
} from '../recordings/index.ts'
import type { Services } from '../services.ts'
import type { CallSession } from './call-session.ts'
import type { CallSessionService } from './call-session-service.ts'
import { endCallsOfNode, endStoredCall } from './end-calls-of-node.ts'
import { createLostDialogEnder } from './end-lost-dialogs.ts'
import type { SendCallDeps } from './parts/send-call.ts'
import { claimLostDialogs, listNodesWithLostDialogs } from './sip-dialogs.ts'

const intervalMs = 5_000
/** Added to the silence after which a node counts as crashed, it delays the release of its call slots. */
const silenceCheckIntervalMs = 1_000
/** A call is stored shortly before its session begins. */
const minAgeWithoutSessionMs = 60_000

type Deps = Pick<Services, 'database' | 'nodeId' | 'engine' | 'now' | 'log'> &
  SendCallDeps &
  RecordingStorageService &
  CallSessionService

/**
 * Ends the calls of crashed nodes, releases their slots and sends BYE to their far ends until disposed. It looks for
 * crashed nodes now and every second, and every 5 s for calls that this node has lost, for recordings of this node
 * whose calls have ended, which it finalizes, and for recordings of nodes that have not run for a day, which are lost.
 * Start it when the trunks are in use.
 */
export function startEndingLostCalls(deps: Deps): AsyncDisposable {
  const stack = new AsyncDisposableStack()
  const endLostDialogs = createLostDialogEnder(deps)
  const stopping = new Set<string>()
  let failedAt = Number.NEGATIVE_INFINITY
  const onFailure = (error: Error) => {
    // A lock is no outage of the database, in which the heartbeats of all nodes fail.
    if (!isLockTimeout(error)) failedAt = performance.now()
    deps.log.error('calls.recovery_failed', { error })
  }
  // After an outage of the database every node is silent, and needs time for its next heartbeat.
  const isAfterOutage = () => performance.now() - failedAt < nodeSilenceSeconds * 1_000
  stack.use(
    runPeriodically({ intervalMs, onFailure }, async (signal) => {
      await stopSessionsOfEndedCalls(deps, stopping)
      await endCallsWithoutSession(deps)
      await finalizeLeftRecordings(deps)
      if (!isAfterOutage()) await saveRecordingsOfAbsentNodes(deps)
      await endLostDialogs(signal)
    }),
  )
  stack.use(
    runPeriodically({ intervalMs: silenceCheckIntervalMs, onFailure }, async (signal) => {
      const others = await listOtherNodes(deps)
      if (isAfterOutage()) return
      if ((await endCallsOfSilentNodes(deps, others)) > 0) await endLostDialogs(signal)
    }),
  )
  return stack
}

/**
 * Ends the calls of this node that have no session, at the time of its last heartbeat: until then they may have cost
 * money. A session is kept until its end is saved.
 */
async function endCallsWithoutSession(deps: Deps): Promise<void> {
  const latestStart = deps.now().getTime() - minAgeWithoutSessionMs
  for (const { id, state } of await listUnendedCalls(deps.database, deps.nodeId)) {
    if (deps.callSessions.has(id) || state.startedAt > latestStart) continue
    const lastAliveAt = await findLastHeartbeat(deps.database, deps.nodeId)
    if (await endStoredCall(deps, id, lastAliveAt?.getTime() ?? null))
      deps.log.warn('call.ended_without_session', { callId: id })
  }
}

/** Finalizes the recordings of this node whose calls were ended without their session. */
async function finalizeLeftRecordings({
  database,
  nodeId,
  callSessions,
  recordingStorage,
}: Deps): Promise<void> {
  const unfinished = await listUnfinishedRecordings(database, nodeId)
  const callIds = new Set(unfinished.map(({ callId }) => callId).filter((id) => !callSessions.has(id)))
  for (const id of await listEndedCallIds(database, [...callIds]))
    await finalizeCallRecordings(database, recordingStorage, id)
}

/** Saves that the recordings are lost that other nodes were writing which have not run for a day. */
async function saveRecordingsOfAbsentNodes({ database, nodeId, log }: Deps): Promise<void> {
  const count = await saveLostRecordings(database, nodeId)
  if (count > 0) log.error('recordings.lost', { count })
}

/** Returns the ids of the other nodes with calls or dialogs that have not ended. */
async function listOtherNodes({ database, nodeId }: Deps): Promise<string[]> {
  const nodes = [...(await listNodesWithActiveCalls(database)), ...(await listNodesWithLostDialogs(database))]
  return [...new Set(nodes)].filter((id) => id !== nodeId)
}

/** Returns the number of nodes whose calls it has ended. */
async function endCallsOfSilentNodes(deps: Deps, nodeIds: readonly string[]): Promise<number> {
  const { database, nodeId } = deps
  let count = 0
  for (const node of await listSilentNodes(database, nodeIds)) {
    // It may have sent a heartbeat since. A node without a row cannot store calls.
    const epoch = node.lastAliveAt === null ? null : await endEpoch(database, node.id)
    if (node.lastAliveAt !== null && epoch === null) continue
    await endCallsOfNode(deps, node, epoch)
    await claimLostDialogs(database, node.id, nodeId)
    count += 1
  }
  return count
}

/**
 * Begins to stop the calls of this node that another node has ended, because this one could not reach the
 * database.
 *
 * @param stopping The ids of the calls that are being stopped.
 */
export async function stopSessionsOfEndedCalls(
  {
    database,
    callSessions,
    log,
  }: Pick<Services, 'database' | 'log'> & {
    readonly callSessions: ReadonlyMap<string, Pick<CallSession, 'stored' | 'stop'>>
  },
  stopping: Set<string>,
): Promise<void> {
  for (const id of await listEndedCallIds(database, [...callSessions.keys()])) {
    const session = callSessions.get(id)
    if (!session || session.stored.state.phase === 'ended' || stopping.has(id)) continue
    log.error('call.ended_by_other_node', { callId: id })
    stopping.add(id)
    // Not awaited: the far end of one call may delay its end, and other calls and nodes would wait.
    session
      .stop()
      // The next check tries this one again.
      .catch((error) => log.error('call.stop_failed', { callId: id, error }))
      .finally(() => stopping.delete(id))
  }
}
