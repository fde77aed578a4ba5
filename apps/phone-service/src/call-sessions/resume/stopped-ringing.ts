import { isKnownCall, type StoredCall } from '../../call-log/index.ts'
import type { Handset } from '../../live/index.ts'

/** Sends to a tab that an incoming call that it has shown no longer rings for its user. */
export function sendStoppedRinging(handset: Handset, call: StoredCall): void {
  const { id: callId, workspaceId, userId, userName } = call
  const reader = { workspaceId, userId: handset.userId, isPhoneAdmin: false }
  const isOfUser = handset.workspaceIds.includes(workspaceId) && isKnownCall(call, reader)
  if (call.state.direction !== 'incoming' || !isOfUser) return
  const by = userId === null ? null : { userId, name: userName }
  const answered = userId === handset.userId ? 'answered-here' : 'answered-elsewhere'
  const because = by === null ? 'caller-gave-up' : answered
  handset.send({ type: 'call.stopped-ringing', callId, because, by }, workspaceId)
}
