import { findLastHeartbeat } from '../nodes/index.ts'
import { type RecordingStorageService, recoverRecordings } from '../recordings/index.ts'
import type { Services } from '../services.ts'
import { endCallsOfNode } from './end-calls-of-node.ts'
import type { SendCallDeps } from './parts/send-call.ts'
import { claimLostDialogs } from './sip-dialogs.ts'

type Deps = Pick<Services, 'engine' | 'nodeId'> & SendCallDeps & RecordingStorageService

/**
 * Repairs the recordings that the process of this node was writing when it crashed, and ends its calls at the
 * time of its last heartbeat, also at far ends that have not confirmed BYE. Call at start, before the first call. Idempotent.
 */
export async function recoverCalls(deps: Deps): Promise<void> {
  const { database, nodeId } = deps
  await recoverRecordings(deps)
  const lastAliveAt = await findLastHeartbeat(database, nodeId)
  await endCallsOfNode(deps, { id: nodeId, lastAliveAt: lastAliveAt?.getTime() ?? null }, null)
  await claimLostDialogs(database, nodeId, nodeId)
}
