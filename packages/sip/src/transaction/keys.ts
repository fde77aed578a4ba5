import { parseTag } from '../message/address.ts'
import { parseSequence } from '../message/check.ts'
import type { SipRequest } from '../message/message.ts'
import { branchCookie, parseVia } from '../message/via.ts'

/**
 * Returns the key that matches a request to its server transaction; RFC 3261, 17.2.3. A request without a
 * branch of RFC 3261 is matched by the rules of RFC 2543. An ACK has the key of its INVITE.
 */
export function serverKey(request: SipRequest, as?: 'INVITE'): string {
  const method = as ?? (request.method === 'ACK' ? 'INVITE' : request.method)
  const top = request.headers.list('Via')[0] ?? ''
  const via = parseVia(top)
  const branch = via?.parameters.get('branch') ?? ''
  if (branch.startsWith(branchCookie) && branch.length > branchCookie.length) {
    return [branch, via?.host.toLowerCase(), via?.port, method].join(' ')
  }
  const { headers } = request
  const sequence = parseSequence(headers.get('CSeq'))?.number
  return [headers.get('Call-ID'), parseTag(headers.get('From')), sequence, top, method].join(' ')
}

/**
 * Returns the key that detects a request which arrives by two paths; null inside a dialog; RFC 3261, 8.2.2.2.
 */
export function mergeKey(request: SipRequest): string | null {
  const { headers, method } = request
  if (method === 'ACK' || method === 'CANCEL' || parseTag(headers.get('To')) !== null) return null
  const from = parseTag(headers.get('From'))
  return from === null ? null : [headers.get('Call-ID'), from, headers.get('CSeq')].join(' ')
}
