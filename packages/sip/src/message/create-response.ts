import { createHash } from 'node:crypto'
import { parseTag } from './address.ts'
import { SipHeaders } from './headers.ts'
import { noBody, type SipRequest, type SipResponse } from './message.ts'

export interface ResponseParts {
  readonly status: number
  readonly reason?: string
  /**
   * Our tag in To, omitted in a 100. Derived from the request when absent, so that retransmissions get the
   * same tag.
   */
  readonly toTag?: string
  readonly headers?: Iterable<readonly [name: string, value: string]>
  readonly body?: { readonly type: string; readonly text: string }
}

/** Reason phrases; RFC 3261, section 21, and the RFCs that added statuses. */
const reasonPhrases: Readonly<Record<number, string>> = {
  100: 'Trying',
  180: 'Ringing',
  181: 'Call Is Being Forwarded',
  182: 'Queued',
  183: 'Session Progress',
  200: 'OK',
  202: 'Accepted',
  300: 'Multiple Choices',
  301: 'Moved Permanently',
  302: 'Moved Temporarily',
  305: 'Use Proxy',
  380: 'Alternative Service',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  410: 'Gone',
  415: 'Unsupported Media Type',
  416: 'Unsupported URI Scheme',
  420: 'Bad Extension',
  422: 'Session Interval Too Small',
  480: 'Temporarily Unavailable',
  481: 'Call/Transaction Does Not Exist',
  482: 'Loop Detected',
  483: 'Too Many Hops',
  484: 'Address Incomplete',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  489: 'Bad Event',
  491: 'Request Pending',
  500: 'Server Internal Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  504: 'Server Time-out',
  505: 'Version Not Supported',
  513: 'Message Too Large',
  600: 'Busy Everywhere',
  603: 'Decline',
  604: 'Does Not Exist Anywhere',
  606: 'Not Acceptable',
}

export function reasonPhrase(status: number): string {
  return reasonPhrases[status] ?? (status < 300 ? 'OK' : 'Refused')
}

/** Returns a response to `request`; RFC 3261, 8.2.6. */
export function createResponse(request: SipRequest, parts: ResponseParts): SipResponse {
  const headers = new SipHeaders()
  for (const name of ['Via', 'From', 'To', 'Call-ID', 'CSeq']) {
    for (const value of request.headers.all(name)) {
      headers.append(name, name === 'To' && parts.status > 100 ? addToTag(value, parts, request) : value)
    }
  }
  if (parts.status > 100 && parts.status < 300) {
    for (const value of request.headers.all('Record-Route')) headers.append('Record-Route', value)
  }
  for (const [name, value] of parts.headers ?? []) headers.append(name, value)
  if (parts.body) headers.set('Content-Type', parts.body.type)
  const body = parts.body ? new TextEncoder().encode(parts.body.text) : noBody
  return {
    kind: 'response',
    status: parts.status,
    reason: parts.reason ?? reasonPhrase(parts.status),
    headers,
    body,
  }
}

function addToTag(to: string, { toTag }: ResponseParts, request: SipRequest): string {
  if (parseTag(to) !== null || /;\s*tag\s*=/i.test(to)) return to
  return `${to};tag=${toTag ?? deriveToTag(request)}`
}

/** Stateless responses must have the same tag each time; RFC 3261, 8.2.7. */
function deriveToTag(request: SipRequest): string {
  const text = [
    ...request.headers.all('Via'),
    request.headers.get('Call-ID'),
    request.headers.get('CSeq'),
  ].join(' ')
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
