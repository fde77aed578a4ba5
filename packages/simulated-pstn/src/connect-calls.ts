import type { Call, CallEvent, IncomingCall, OutgoingCall } from '@parley/sip'

/**
 * Connects an incoming call to the outgoing one on its behalf, as a B2BUA. Audio flows directly between the
 * two phones.
 */
export function connectCalls(calling: IncomingCall, called: OutgoingCall): void {
  called.onEvent((event) => {
    if (event.type === 'ringing') void calling.ring().catch(() => undefined)
    else if (event.type === 'early-media') void calling.ring({ sdp: event.sdp }).catch(() => undefined)
    else if (event.type === 'answered') void calling.answer(event.sdp).catch(() => called.hangUp())
    else if (event.type === 'refused') calling.refuse(event.status, event.reason)
    else forwardEvent(event, calling)
  })
  calling.onEvent((event) => {
    if (event.type === 'refused') void called.hangUp()
    else forwardEvent(event, called)
  })
}

function forwardEvent(event: CallEvent, other: Call): void {
  if (event.type === 'ended') void other.hangUp()
  else if (event.type === 'dtmf') {
    const body = `Signal=${event.digit}\r\nDuration=${event.durationMs}\r\n`
    void other.sendInfo('application/dtmf-relay', body)
  } else if (event.type === 're-offer') {
    const { reOffer } = event
    // A re-INVITE without an offer would need the answer of the ACK to be relayed; not supported.
    const { sdp } = reOffer
    if (sdp === null) return
    reOffer.take()
    void other
      .offer(() => sdp)
      .then((outcome) => {
        if (outcome.ok) reOffer.answer(outcome.sdp)
        else reOffer.refuse(488)
      })
  }
}
