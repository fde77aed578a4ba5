import type { CallLeg } from '../../call-state/index.ts'
import type { CallParts } from '../parts/call-parts.ts'

/**
 * Returns whether who answers a call to a user joins people who talk already: it was dialled from an answered call, for
 * a participant, a consultation or a transfer. Their voicemail must neither be heard by these people nor record them.
 */
export function joinsConversation({ deps, record }: CallParts): boolean {
  const { invitingLegId, ringUserId } = record.stored
  if (invitingLegId === null || ringUserId === null) return false
  // A leg that continues in another call is found there.
  const isInviting = ({ id, leftReason }: CallLeg) => id === invitingLegId && leftReason !== 'merged'
  return deps.callSessions
    .values()
    .some(({ stored: { state } }) => state.answeredAt !== null && state.legs.some(isInviting))
}
