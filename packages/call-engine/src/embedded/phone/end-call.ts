import type { IncomingCall, OutgoingCall } from '@parley/sip'
import type { LeaveReason } from '../../conference-event.ts'
import { retryAfterSeconds } from '../trunks/refusal-status.ts'

/**
 * Ends the call of a leg. When we fail before an incoming call is answered, its caller gets 503: 487 would mean that
 * they have cancelled it.
 */
export async function endCall(call: OutgoingCall | IncomingCall | null, reason: LeaveReason): Promise<void> {
  const isFailure = reason === 'failed' || reason === 'media-lost'
  if (isFailure && call?.direction === 'incoming' && !call.dialog)
    call.refuse(503, undefined, { retryAfterSeconds })
  else await call?.hangUp()
}
