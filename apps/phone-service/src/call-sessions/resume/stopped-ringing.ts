import { isKnownCall, type StoredCall } from '../../call-log/index.ts'
import type { Handset } from '../../live/index.ts'

/** Sends to a tab that an incoming call that it has shown no longer rings for its user. */
export function sendStoppedRinging(handset: Handset, call: StoredCall): void {
  const { id: callId, workspaceId } = call
  const reader = { workspaceId, userId: handset.userId, isPhoneAdmin: false }
  const isOfUser = handset.workspaceIds.includes(workspaceId) && isKnownCall(call, reader)
  if (call.state.direction !== 'incoming' || !isOfUser) return
  handset.send({ type: 'call.stopped-ringing', callId }, workspaceId)
}
