import type { LeaveReason } from '../../../conference-event.ts'
import type { IncomingCallId, LegId } from '../../../identifiers.ts'
import { EngineError } from '../../../port.ts'
import type { IncomingCalls } from '../../trunks/incoming-calls.ts'
import type { IncomingEndReason } from '../../trunks/waiting-calls.ts'
import type { ConferenceLegs } from './conference-legs.ts'
import { isActive, type Leg } from './leg.ts'

/** A call that the engine itself rejects has waited too long. */
const leaveReasons: Record<IncomingEndReason, LeaveReason> = {
  'caller-gave-up': 'hung-up',
  refused: 'not-answered',
  'answered-elsewhere': 'failed',
  failed: 'failed',
}

/**
 * Adds an incoming call as a telephone leg without media, and rings.
 *
 * @throws {EngineError} `no-such-incoming`
 */
export function addWaitingCaller(
  legs: ConferenceLegs,
  incoming: IncomingCalls,
  incomingId: IncomingCallId,
  legId: LegId,
): void {
  let leg: Leg | null = null
  const isRinging = incoming.ring(incomingId, (reason) => {
    // A leg that is leaving has rejected the call itself.
    if (leg && isActive(leg)) void leg.owner.remove(leg, { reason: leaveReasons[reason], sipAnswer: null })
  })
  if (!isRinging) throw new EngineError('no-such-incoming')
  leg = legs.add('phone', legId, null)
  leg.hasMedia = false
  leg.waiting = { incomingId, reject: (reason) => incoming.reject(incomingId, reason) }
}

/** Takes the incoming call of a leg to answer it. Returns null when it is answered or has ended. */
export function takeWaitingCaller(leg: Leg, incoming: IncomingCalls): ReturnType<IncomingCalls['take']> {
  const call = leg.waiting && incoming.take(leg.waiting.incomingId)
  if (!call) return null
  leg.waiting = null
  leg.hasMedia = true
  return call
}
