import { formatNameAddress, parseNameAddress } from '../message/address.ts'
import { SipHeaders } from '../message/headers.ts'
import { noBody, type SipRequest } from '../message/message.ts'
import { parseSipUri, type SipUri } from '../message/uri.ts'
import type { Protocol, VerifiedServer } from '../transport/flow.ts'

/**
 * The state of a confirmed dialog that another process needs to end it; RFC 3261, 12.2.1.1. It can be stored
 * as JSON, and contains no credentials.
 */
export type StoredDialog = {
  readonly callId: string
  /** Value of From of our requests, with our tag. */
  readonly localAddress: string
  /** Value of To of our requests, with the tag of the peer. */
  readonly remoteAddress: string
  readonly remoteTarget: string
  readonly routeSet: readonly string[]
  /** CSeq of our last request. */
  readonly localSequence: number
  readonly protocol: Protocol
  /** The peer that created the dialog. Null also for a dialog that an earlier version stored. */
  readonly verifiedServer: VerifiedServer | null
}

type DialogAddresses = Omit<StoredDialog, 'localSequence' | 'protocol' | 'verifiedServer'>

/** Returns a stored dialog from JSON, or null when it is malformed. */
export function parseStoredDialog(value: unknown): StoredDialog | null {
  const fields = readFields(value)
  if (!fields) return null
  const [callId, localAddress] = [fields.text('callId'), fields.text('localAddress')]
  const [remoteAddress, remoteTarget] = [fields.text('remoteAddress'), fields.text('remoteTarget')]
  const protocol = parseProtocol(fields.text('protocol'))
  const [routeSet, localSequence] = [fields.any('routeSet'), fields.any('localSequence')]
  const verifiedServer = parseVerifiedServer(fields.any('verifiedServer') ?? null)
  if (callId === null || localAddress === null || remoteAddress === null || remoteTarget === null) return null
  if (!protocol || !isRouteSet(routeSet) || typeof localSequence !== 'number') return null
  if (verifiedServer === undefined) return null
  return {
    callId,
    localAddress,
    remoteAddress,
    remoteTarget,
    routeSet,
    localSequence,
    protocol,
    verifiedServer,
  }
}

function readFields(value: unknown) {
  if (typeof value !== 'object' || value === null) return null
  const fields = new Map<string, unknown>(Object.entries(value))
  return {
    any: (name: string) => fields.get(name),
    text: (name: string) => {
      const field = fields.get(name)
      return typeof field === 'string' && !/[\r\n\0]/.test(field) ? field : null
    },
  }
}

/** Returns undefined for a malformed one. */
function parseVerifiedServer(value: unknown): VerifiedServer | null | undefined {
  if (value === null) return null
  const fields = readFields(value)
  const [name, address] = [fields?.text('name'), fields?.text('address')]
  return name != null && address != null ? { name, address } : undefined
}

function parseProtocol(text: string | null): Protocol | null {
  return text === 'udp' || text === 'tcp' || text === 'tls' ? text : null
}

function isRouteSet(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((route) => typeof route === 'string' && !/[\r\n\0]/.test(route))
}

/**
 * Returns the URI that requests of a dialog are sent to: the first route, or the remote target. Null when it
 * is no SIP URI.
 */
export function findNextHop({ routeSet, remoteTarget }: DialogAddresses): SipUri | null {
  const first = routeSet[0]
  return parseSipUri((first === undefined ? null : parseNameAddress(first)?.uri) ?? remoteTarget)
}

/** Returns a request of a dialog without Via and Contact; RFC 3261, 12.2.1.1. */
export function createDialogRequest(dialog: DialogAddresses, method: string, sequence: number): SipRequest {
  const { uri, routes } = route(dialog)
  const headers = SipHeaders.of([
    ['Max-Forwards', '70'],
    ['From', dialog.localAddress],
    ['To', dialog.remoteAddress],
    ['Call-ID', dialog.callId],
    ['CSeq', `${sequence} ${method}`],
  ])
  for (const value of routes) headers.append('Route', value)
  return { kind: 'request', method, uri, headers, body: noBody }
}

/**
 * Returns Request-URI and Route fields, for a loose or strict (RFC 2543) first router; RFC 3261, 12.2.1.1.
 */
function route({ routeSet, remoteTarget }: DialogAddresses): { uri: string; routes: readonly string[] } {
  const [first, ...others] = routeSet
  const hop = first === undefined ? null : parseNameAddress(first)
  if (!hop || parseSipUri(hop.uri)?.parameters.has('lr')) return { uri: remoteTarget, routes: routeSet }
  const target = formatNameAddress({ displayName: '', uri: remoteTarget, parameters: new Map() })
  return { uri: hop.uri, routes: [...others, target] }
}
