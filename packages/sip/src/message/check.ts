import { parseNameAddress, parseTag } from './address.ts'
import { parseInteger } from './grammar.ts'
import type { SipHeaders } from './headers.ts'
import type { SipRequest, SipResponse } from './message.ts'
import { isUri, parseSipUri } from './uri.ts'
import { parseVia } from './via.ts'

/** The response to a malformed request. */
export interface ParseProblem {
  readonly status: number
  readonly reason: string
}

/** RFC 3261, 20.16 and 8.1.1: CSeq is below 2^31. */
const maxSequence = 0x7fff_ffff

const singleFields = ['To', 'From', 'Call-ID', 'CSeq', 'Max-Forwards', 'Content-Type', 'Expires', 'Date']

/** RFC 3261, 20.17 and RFC 1123: only GMT. */
const datePattern =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/i

/** Returns the first defect of a malformed request, or null; RFC 3261, 8.1.1 and 16.3. */
export function checkRequest(request: SipRequest): ParseProblem | null {
  const { headers, method, uri } = request
  const reason = checkRequestUri(uri) ?? checkCommon(headers, method) ?? checkRequestFields(headers, method)
  return reason === null ? null : { status: 400, reason }
}

/** Returns the first defect of a malformed response, or null. Such a response is discarded. */
export function checkResponse({ headers }: SipResponse): ParseProblem | null {
  const reason = checkCommon(headers, null)
  return reason === null ? null : { status: 400, reason }
}

function checkRequestUri(uri: string): string | null {
  if (!isUri(uri)) return 'Malformed Request-URI'
  if ((parseSipUri(uri)?.headers.length ?? 0) > 0) return 'Request-URI with header fields'
  return null
}

function checkCommon(headers: SipHeaders, method: string | null): string | null {
  for (const name of singleFields) if (headers.all(name).length > 1) return `More than one ${name}`
  for (const name of ['To', 'From']) {
    const value = headers.get(name)
    if (value === null) return `Missing ${name}`
    if (!parseNameAddress(value)) return `Malformed ${name}`
  }
  if (!/^\S+$/.test(headers.get('Call-ID') ?? '')) return 'Missing or malformed Call-ID'
  const sequence = parseSequence(headers.get('CSeq'))
  if (!sequence) return 'Missing or malformed CSeq'
  if (method !== null && sequence.method !== method) return 'CSeq does not match the method'
  const vias = headers.list('Via')
  if (vias.length === 0) return 'Missing Via'
  if (!vias.every((via) => parseVia(via) !== null)) return 'Malformed Via'
  return null
}

function checkRequestFields(headers: SipHeaders, method: string): string | null {
  // Peers of RFC 2543 send none. Our requests in its dialog would be new calls for whom its Contact names.
  if (parseTag(headers.get('From')) === null) return 'Missing or malformed tag of From'
  const hops = headers.get('Max-Forwards')
  if (hops !== null && parseInteger(hops, 255) === null) return 'Malformed Max-Forwards'
  const date = headers.get('Date')
  if (date !== null && !datePattern.test(date)) return 'Malformed Date'
  for (const name of ['Contact', 'Route', 'Record-Route']) {
    const values = headers.list(name)
    const wildcard = name === 'Contact' && method === 'REGISTER' && values.length === 1 && values[0] === '*'
    if (!wildcard && !values.every((value) => parseNameAddress(value) !== null)) return `Malformed ${name}`
  }
  return null
}

/** Parses a CSeq value; null when malformed. */
export function parseSequence(text: string | null): { number: number; method: string } | null {
  const [, digits = null, method = null] = /^(\d+)\s+(\S+)$/.exec(text ?? '') ?? []
  const number = parseInteger(digits, maxSequence)
  return number === null || method === null ? null : { number, method }
}
