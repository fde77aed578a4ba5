import { parseSessionExpires } from '../dialog/session-timer.ts'
import { createResponse } from '../message/create-response.ts'
import type { SipRequest } from '../message/message.ts'
import { parseSdpBody } from '../message/sdp-body.ts'
import type { ServerTransaction } from '../transaction/server.ts'
import type { ReOffer } from '../user-agent/api.ts'
import { type Core, formatCapabilities, respond } from '../user-agent/core.ts'
import type { DialogSession } from './dialog-session.ts'

/** Time limit for the answer to a deferred re-offer; the peer's transaction lasts 32 s. */
const maxDeferMs = 30_000

/** Handles a re-INVITE (RFC 3261, 14.2) or UPDATE (RFC 3311, 5.2) of the peer. */
export function receiveReOffer(
  session: DialogSession,
  request: SipRequest,
  transaction: ServerTransaction,
): void {
  const { core } = session
  const tooShort = checkSessionInterval(core, request)
  if (tooShort) {
    respond(core, transaction, tooShort)
    return
  }
  const body = parseSdpBody(request)
  if (body.type === 'unsupported') {
    respond(core, transaction, { status: 415, headers: [['Accept', 'application/sdp']] })
    return
  }
  if (request.method === 'UPDATE' && body.type === 'none') {
    answerRefresh(session, request, transaction)
    return
  }
  if (session.pendingOffer === 'ours') {
    respond(core, transaction, { status: 491 })
    return
  }
  const isBusy = session.pendingOffer === 'theirs' || session.pendingAck !== null
  if (isBusy || !session.offerLimit.take(core.clock.now())) {
    respond(core, transaction, { status: 500, headers: [['Retry-After', '3']] })
    return
  }

  session.recordPeerCapabilities(request)
  const sdp = body.type === 'sdp' ? body.sdp : null
  session.pendingOffer = 'theirs'
  const reOffer = createReOffer(session, request, transaction, sdp)
  // A session refresh repeats the last offer (RFC 4028, 7.4) and is answered without an event.
  if (sdp !== null && sdp === session.remoteSdp && session.localSdp !== null) {
    reOffer.answer(session.localSdp)
    return
  }
  if (request.method === 'INVITE') respond(core, transaction, { status: 100 })
  session.events.emit({ type: 're-offer', reOffer })
  reOffer.settle()
}

function createReOffer(
  session: DialogSession,
  request: SipRequest,
  transaction: ServerTransaction,
  sdp: string | null,
): ReOffer & { settle(): void } {
  const { core } = session
  let taken = false
  let cancelWaiting: () => void = () => {}
  const begin = (): boolean => {
    cancelWaiting()
    if (transaction.answered || session.over) return false
    session.pendingOffer = null
    return true
  }
  const reOffer = {
    method: request.method as 'INVITE' | 'UPDATE',
    sdp,
    take: () => {
      taken = true
      cancelWaiting = core.clock.after(maxDeferMs, () => reOffer.refuse(488))
    },
    answer: (answer: string) => {
      if (begin()) acceptReOffer(session, request, transaction, { offer: sdp, answer })
    },
    refuse: (status: 488 | 491 | 606) => {
      if (begin()) respond(core, transaction, { status })
    },
    settle: () => {
      if (!taken && !transaction.answered) reOffer.refuse(488)
    },
  }
  return reOffer
}

function acceptReOffer(
  session: DialogSession,
  request: SipRequest,
  transaction: ServerTransaction,
  { offer, answer }: { readonly offer: string | null; readonly answer: string },
): void {
  const response = createSuccessResponse(session, request, { type: 'application/sdp', text: answer })
  session.dialog.refreshTarget(request)
  session.localSdp = answer
  if (offer !== null) session.remoteSdp = offer
  session.startTimer(response.headers, 'uas')
  if (request.method === 'UPDATE') {
    transaction.respond(response)
    return
  }

  if (offer === null) session.pendingOffer = 'ours'
  session.answerInvite(transaction, response, (ack) => {
    const body = parseSdpBody(ack)
    if (offer !== null) return
    session.pendingOffer = null
    if (body.type !== 'sdp') return
    session.remoteSdp = body.sdp
    session.events.emit({ type: 'peer-answer', sdp: body.sdp })
  })
}

function answerRefresh(session: DialogSession, request: SipRequest, transaction: ServerTransaction): void {
  const response = createSuccessResponse(session, request)
  session.dialog.refreshTarget(request)
  session.startTimer(response.headers, 'uas')
  transaction.respond(response)
}

function createSuccessResponse(
  session: DialogSession,
  request: SipRequest,
  body?: { type: string; text: string },
) {
  const headers = [
    ['Contact', session.contact],
    ...formatCapabilities(session.core),
    ...createSessionExpiresFields(session.core, request),
    ['Server', session.core.userAgentName],
  ] as const satisfies (readonly [string, string])[]
  return createResponse(request, body ? { status: 200, headers, body } : { status: 200, headers })
}

/** Returns a 422 response for a Session-Expires below our minimum, or null; RFC 4028, section 9. */
export function checkSessionInterval(core: Core, request: SipRequest) {
  const requested = parseSessionExpires(request.headers)
  if (!requested || requested.seconds >= core.minimumSessionExpiresSeconds) return null
  return { status: 422, headers: [['Min-SE', String(core.minimumSessionExpiresSeconds)]] as const }
}

/**
 * Returns the session timer fields of our 2xx: the peer refreshes if it can, otherwise we do. RFC 4028, table
 * 2.
 */
export function createSessionExpiresFields(core: Core, request: SipRequest): (readonly [string, string])[] {
  const requested = parseSessionExpires(request.headers)
  const supportsTimer =
    request.headers.lists('Supported', 'timer') || request.headers.lists('Require', 'timer')
  const refresher = supportsTimer ? (requested?.refresher ?? 'uac') : 'uas'
  const seconds = requested?.seconds ?? core.sessionExpiresSeconds
  const value = ['Session-Expires', `${seconds};refresher=${refresher}`] as const
  return supportsTimer && refresher === 'uac' ? [value, ['Require', 'timer']] : [value]
}
