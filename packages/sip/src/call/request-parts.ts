import { required } from '@parley/primitives'
import { SipHeaders } from '../message/headers.ts'
import { noBody, type SipRequest } from '../message/message.ts'
import type { ClientTransaction } from '../transaction/client.ts'
import { type Core, formatCapabilities } from '../user-agent/core.ts'
import { formatReason } from '../user-agent/refusal.ts'

/** Header fields of every INVITE and UPDATE that we send. */
export function offerHeaderFields(
  core: Core,
  expiresSeconds: number = core.sessionExpiresSeconds,
): (readonly [string, string])[] {
  return [
    ...formatCapabilities(core),
    ['Session-Expires', String(expiresSeconds)],
    ['Min-SE', String(core.minimumSessionExpiresSeconds)],
  ]
}

/** Adds the header fields of an INVITE or UPDATE inside a dialog. */
export function appendOfferHeaders(request: SipRequest, core: Core): void {
  for (const [name, value] of offerHeaderFields(core)) request.headers.append(name, value)
}

export function withBody(request: SipRequest, contentType: string, text: string): SipRequest {
  request.headers.set('Content-Type', contentType)
  return { ...request, body: new TextEncoder().encode(text) }
}

/**
 * Sends the CANCEL of an INVITE that has got a provisional response; RFC 3261, 9.1. Abandons the INVITE when it has
 * no final response 64 * T1 later, and calls `onGivenUp` then in any case.
 */
export function cancelInvite(
  { clock, timers, transactions }: Core,
  invite: ClientTransaction,
  {
    reason,
    onGivenUp,
  }: { readonly reason?: Parameters<typeof formatReason>[0] | undefined; readonly onGivenUp: () => void },
): void {
  const cancel = createCancelRequest(invite.request)
  if (reason) cancel.headers.append('Reason', formatReason(reason))
  transactions.request(cancel, invite.flow, { final: () => {}, timeout: () => {}, transport: () => {} })
  clock.after(64 * timers.t1, () => {
    if (!invite.settled) invite.abandon()
    onGivenUp()
  })
}

/** Returns the CANCEL of an INVITE, with the fields that RFC 3261, 9.1 requires to be equal. */
function createCancelRequest({ headers, uri }: SipRequest): SipRequest {
  const fields = SipHeaders.of([
    ['Via', required(headers.list('Via')[0], 'the Via of an INVITE that was sent')],
    ['Max-Forwards', '70'],
    ['From', headers.require('From')],
    ['To', headers.require('To')],
    ['Call-ID', headers.require('Call-ID')],
    ['CSeq', headers.require('CSeq').replace('INVITE', 'CANCEL')],
  ])
  for (const route of headers.all('Route')) fields.append('Route', route)
  return { kind: 'request', method: 'CANCEL', uri, headers: fields, body: noBody }
}
