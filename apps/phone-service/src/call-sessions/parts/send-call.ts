import {
  type ActiveCallService,
  listOnlineReaders,
  type StoredCall,
  serializeCall,
} from '../../call-log/index.ts'
import { type CallState, findQueueStep } from '../../call-state/index.ts'
import type { LiveHub, LiveService } from '../../live/index.ts'
import type { Services } from '../../services.ts'

export type SendCallDeps = Pick<Services, 'database' | 'directory' | 'log'> & LiveService & ActiveCallService

/** Sends a call to those of the users who have a tab, serialized for each of them. A failure for one is logged. */
export async function sendCall(
  deps: SendCallDeps,
  call: StoredCall,
  userIds: ReadonlySet<string>,
  type: 'call.updated' | 'call.ended',
): Promise<void> {
  const { workspaceId } = call
  const administrators = deps.live.onlineAdministrators(workspaceId)
  const online = deps.live.listUsersShowing(workspaceId)
  for (const userId of userIds) {
    if (!online.has(userId)) continue
    try {
      const isPhoneAdmin = administrators.has(userId)
      const view = await serializeCall(deps, { workspaceId, userId, isPhoneAdmin }, call)
      deps.live.sendToTabsShowing(workspaceId, userId, { type, call: view })
    } catch (error) {
      deps.log.error('call.publish_failed', { callId: call.id, error })
    }
  }
}

/** Sends an ended call to the users who may read it. */
export async function sendEndedCall(deps: SendCallDeps, call: StoredCall): Promise<void> {
  await sendCall(deps, call, listOnlineReaders(deps.live, call), 'call.ended')
}

/**
 * Tells the members concerned, at every node, that their list of parked or of waiting calls has changed.
 *
 * @param after Null for a call that has ended.
 */
export function sendListChanges(
  live: LiveHub,
  workspaceId: string,
  before: CallState,
  after: CallState | null,
): void {
  if (before.parked !== after?.parked) live.sendToWorkspace(workspaceId, { type: 'parked-calls.changed' })
  const [left, entered] = [findQueueStep(before), after && findQueueStep(after)]
  if ((left === null) === (entered === null)) return
  const { memberIds } = left ?? entered ?? { memberIds: [] }
  for (const userId of memberIds)
    live.sendToTabsShowing(workspaceId, userId, { type: 'waiting-calls.changed' })
}

/** Publishes who takes part in a call, for their presence. */
export function publishCallUsers(live: LiveHub, { id: callId, workspaceId, state }: StoredCall): void {
  const users = state.legs.flatMap((leg) =>
    leg.userId !== null && leg.state !== 'left' && state.phase !== 'ended' ? [leg.userId] : [],
  )
  live.setCallUsers({ callId, workspaceId, userIds: [...new Set(users)] })
}
