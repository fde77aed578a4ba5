import { formatNameAddress } from '../message/address.ts'
import { isToken } from '../message/grammar.ts'
import { SipHeaders } from '../message/headers.ts'
import type { SipRequest } from '../message/message.ts'
import { isUri, parseSipUri, type SipUri } from '../message/uri.ts'
import { parseReplaces } from '../transfer/replaces.ts'
import type { Protocol } from '../transport/flow.ts'
import type { Destination, InviteOptions } from '../user-agent/api.ts'
import type { Core } from '../user-agent/core.ts'
import { offerHeaderFields, withBody } from './request-parts.ts'

/** Header fields that only the stack may write. */
const reservedFields = new Set(
  [
    'Via From To Call-ID CSeq Contact Route Record-Route Max-Forwards Content-Length Content-Type Authorization',
    'Proxy-Authorization Require Supported Allow Session-Expires Min-SE P-Asserted-Identity Privacy User-Agent',
    'Replaces',
  ]
    .join(' ')
    .toLowerCase()
    .split(' '),
)

/** The first proxy of every request, and the value of Route for it. */
export interface OutboundProxy {
  readonly uri: SipUri
  readonly route: string
}

/** The parsed URIs of an INVITE. */
export interface ParsedInvite {
  readonly target: SipUri
  readonly from: SipUri
  readonly outboundProxy: OutboundProxy | null
  readonly transport: Protocol | undefined
}

/**
 * Checks the URIs and header fields of an INVITE.
 *
 * @throws {RangeError} one of them is invalid: an error of the application, not of the peer.
 */
export function parseInviteOptions(options: InviteOptions): ParsedInvite {
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (!isToken(name) || reservedFields.has(name.toLowerCase()))
      throw new RangeError(`Header field ${name} cannot be set`)
    if (/[\r\n\0]/.test(value)) throw new RangeError(`Header field ${name} contains a line break`)
  }
  if (options.to !== undefined && !isUri(options.to)) throw new RangeError('`to` is not a URI')
  if (options.assertedIdentity !== undefined && !isUri(options.assertedIdentity)) {
    throw new RangeError('`assertedIdentity` is not a URI')
  }
  if (options.replaces !== undefined && !parseReplaces(options.replaces))
    throw new RangeError('`replaces` is malformed')
  return {
    target: requireSipUri(options.target, 'target'),
    from: requireSipUri(options.from, 'from'),
    outboundProxy: parseOutboundProxy(options),
    transport: options.transport,
  }
}

/** @throws {RangeError} `text` is not a SIP URI. */
export function requireSipUri(text: string, name: string): SipUri {
  const uri = parseSipUri(text)
  if (!uri) throw new RangeError(`\`${name}\` is not a SIP URI`)
  return uri
}

/**
 * Parses the outbound proxy; null when there is none. Its Route has `lr`: loose routing leaves the
 * Request-URI unchanged; RFC 3261, 19.1.1.
 *
 * @throws {RangeError} it is not a SIP URI.
 */
export function parseOutboundProxy({ outboundProxy: text }: Destination): OutboundProxy | null {
  if (text === undefined) return null
  const uri = requireSipUri(text, 'outboundProxy')
  return { uri, route: uri.parameters.has('lr') ? `<${text}>` : `<${text};lr>` }
}

/** The values that differ between the INVITE requests of one call. */
export interface InviteRequestValues {
  readonly callId: string
  readonly tag: string
  readonly sequence: number
  readonly contact: string
  readonly sessionExpiresSeconds: number
  readonly core: Core
}

export function createInviteRequest(
  options: InviteOptions,
  { outboundProxy }: ParsedInvite,
  parts: InviteRequestValues,
): SipRequest {
  const withheld = options.privacy === 'id'
  const from = formatNameAddress({
    displayName: withheld ? 'Anonymous' : (options.displayName ?? ''),
    uri: withheld ? 'sip:anonymous@anonymous.invalid' : options.from,
    parameters: new Map([['tag', parts.tag]]),
  })
  const headers = SipHeaders.of([
    ['Max-Forwards', String(options.maxForwards ?? 70)],
    ['From', from],
    ['To', `<${options.to ?? options.target}>`],
    ['Call-ID', parts.callId],
    ['CSeq', `${parts.sequence} INVITE`],
    ['Contact', parts.contact],
    ...offerHeaderFields(parts.core, parts.sessionExpiresSeconds),
  ])
  if (outboundProxy) headers.append('Route', outboundProxy.route)
  if (options.assertedIdentity !== undefined)
    headers.append('P-Asserted-Identity', `<${options.assertedIdentity}>`)
  if (withheld) headers.append('Privacy', 'id')
  if (options.replaces !== undefined) {
    headers.append('Replaces', options.replaces)
    headers.append('Require', 'replaces')
  }
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.append(name, value)
  const request = {
    kind: 'request',
    method: 'INVITE',
    uri: options.target,
    headers,
    body: new Uint8Array(0),
  } as const
  return withBody(request, 'application/sdp', options.offer)
}
