import { parseNameAddress } from '../message/address.ts'
import { parseInteger, parseParameters, splitOutside, unquote } from '../message/grammar.ts'
import type { SipHeaders } from '../message/headers.ts'
import type { SipResponse } from '../message/message.ts'
import type { FailureCause, Refusal } from './api.ts'

/** A peer chooses the phrase, which is stored and shown. */
const maxReasonLength = 200

/** Returns the details of a failure response. */
export function toRefusal(response: SipResponse, cause: FailureCause = 'response'): Refusal {
  const { headers, status, reason } = response
  const retryAfter = /^\s*(\d{1,10})/.exec(headers.get('Retry-After') ?? '')?.[1]
  return {
    cause,
    status,
    reason: reason.slice(0, maxReasonLength).toWellFormed(),
    warning: warningText(headers),
    ...parseReason(headers),
    retryAfterSeconds: retryAfter === undefined ? null : Number(retryAfter),
    contacts: status < 400 ? parseContacts(headers) : [],
  }
}

/** Returns a failure without a response of the peer. */
export function createLocalRefusal(cause: FailureCause, status: number, reason: string): Refusal {
  return {
    cause,
    status,
    reason,
    warning: null,
    q850Cause: null,
    reasonText: null,
    retryAfterSeconds: null,
    contacts: [],
  }
}

/** Parses the Reason fields of a message; RFC 3326. */
export function parseReason(headers: SipHeaders): { q850Cause: number | null; reasonText: string | null } {
  let q850Cause: number | null = null
  let reasonText: string | null = null
  for (const value of headers.list('Reason')) {
    const [protocol = '', ...rest] = splitOutside(value, ';') ?? []
    const parameters = parseParameters(rest.join(';'))
    if (!parameters) continue
    if (/^q\.850$/i.test(protocol)) q850Cause ??= parseInteger(parameters.get('cause') ?? null, 127)
    reasonText ??= parameters.get('text') ?? null
  }
  return { q850Cause, reasonText }
}

/** Returns the value of a Reason field. */
export function formatReason({
  q850Cause,
  text,
}: {
  readonly q850Cause: number
  readonly text?: string
}): string {
  const quoted = text === undefined ? '' : `;text="${text.replace(/[\\"\r\n]/g, ' ')}"`
  return `Q.850;cause=${q850Cause}${quoted}`
}

function warningText(headers: SipHeaders): string | null {
  const text = /^\d{3}\s+\S+\s+("(?:[^"\\]|\\.)*")/s.exec(headers.list('Warning')[0] ?? '')?.[1]
  return text === undefined ? null : unquote(text)
}

/** Returns the Contacts of a 3xx by descending `q`; RFC 3261, 20.10. */
function parseContacts(headers: SipHeaders): string[] {
  return headers
    .list('Contact')
    .flatMap((value) => parseNameAddress(value) ?? [])
    .toSorted((a, b) => weight(b.parameters.get('q')) - weight(a.parameters.get('q')))
    .slice(0, 16)
    .map(({ uri }) => uri)
}

function weight(q: string | null | undefined): number {
  const value = Number(q ?? 1)
  return value >= 0 && value <= 1 ? value : 1
}

/** Returns the failure of an action on a call that is not established. */
export function notEstablishedRefusal(): Refusal {
  return createLocalRefusal('cancelled', 481, 'The call is not established')
}
