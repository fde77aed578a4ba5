import { checkSessionInterval } from '../call/receive-re-offer.ts'
import { hasUsableAddresses } from '../dialog/route-set.ts'
import { parseTag } from '../message/address.ts'
import type { ResponseParts } from '../message/create-response.ts'
import type { SipRequest } from '../message/message.ts'
import { parseSdpBody } from '../message/sdp-body.ts'
import { allowedMethods, type Core, formatCapabilities } from './core.ts'

/** Known methods that are not allowed outside a dialog (405). Other methods are not implemented (501). */
const knownMethods = new Set(['REGISTER', 'SUBSCRIBE', 'NOTIFY', 'MESSAGE', 'PUBLISH', 'REFER'])
/** Methods that are only valid inside a dialog (481). */
const dialogMethods = new Set(['BYE', 'PRACK', 'UPDATE', 'INFO', 'NOTIFY', 'CANCEL'])

/** Returns the response to OPTIONS outside a dialog; null for another method. RFC 3261, 11.2. */
export function respondToOptions(core: Core, { method }: SipRequest): ResponseParts | null {
  if (method !== 'OPTIONS') return null
  return { status: 200, headers: [...formatCapabilities(core), ['Accept', 'application/sdp']] }
}

/** Returns the error response to a request outside a dialog, or null. */
export function checkInitialRequest(core: Core, request: SipRequest): ResponseParts | null {
  const { method, headers, uri } = request
  if (method !== 'INVITE' && method !== 'OPTIONS') {
    if (dialogMethods.has(method)) return { status: 481 }
    const status = knownMethods.has(method) ? 405 : 501
    return { status, headers: [['Allow', allowedMethods]] }
  }
  if (!/^(?:sips?|tel):/i.test(uri)) return { status: 416 }
  if (parseTag(headers.get('To')) !== null) return { status: 481 }
  const required = checkRequire(core, request)
  if (required) return required
  if (method !== 'INVITE') return null
  if (!hasUsableAddresses(request)) return { status: 400, reason: 'Too many routes or Contact too long' }

  if (parseSdpBody(request).type === 'unsupported') {
    return {
      status: 415,
      headers: [
        ['Accept', 'application/sdp'],
        ['Accept-Encoding', 'identity'],
      ],
    }
  }
  if (!acceptsSdp(request)) return { status: 406 }
  return checkSessionInterval(core, request)
}

/** Returns a 420 response for unsupported extensions, or null; RFC 3261, 8.2.2.3. */
export function checkRequire(core: Core, { headers, method }: SipRequest): ResponseParts | null {
  if (method === 'CANCEL' || method === 'ACK') return null
  const lacking = headers
    .list('Require')
    .filter((option) => !core.supportedExtensions.includes(option.toLowerCase()))
  return lacking.length > 0 ? { status: 420, headers: [['Unsupported', lacking.join(', ')]] } : null
}

/** Returns whether the peer accepts a session description in the response; RFC 3261, 20.1. */
function acceptsSdp({ headers }: SipRequest): boolean {
  if (headers.get('Accept') === null) return true
  return headers
    .list('Accept')
    .some((range) =>
      ['application/sdp', 'application/*', '*/*'].includes(range.replace(/;.*/s, '').trim().toLowerCase()),
    )
}
