import type { StoredCall } from '../call-log/index.ts'
import { createCallState } from '../call-state/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'

interface NewCall {
  readonly number: string
  readonly from: string
  readonly country: string | null
  readonly slotIds: readonly string[]
}

/** Returns the row of a call that begins now. */
export function createOutgoingCall(
  { now, nodeId, nodeLease }: Pick<Services, 'now' | 'nodeId' | 'nodeLease'>,
  user: CurrentUser,
  id: string,
  call: NewCall,
): StoredCall {
  return {
    id,
    workspaceId: user.workspaceId,
    nodeId,
    epoch: nodeLease.epoch,
    version: 0,
    eventNumber: 0,
    engineEventNumber: 0,
    conferenceId: id,
    invitingLegId: null,
    number: call.number,
    callerName: null,
    ownNumber: call.from,
    country: call.country,
    ringUserId: null,
    userId: user.userId,
    userName: user.displayName,
    notes: '',
    slotIds: call.slotIds,
    state: createCallState('outgoing', now().getTime()),
  }
}
