import { promises as dns } from 'node:dns'
import { isIP } from 'node:net'
import { resolveHost } from '@parley/primitives/node'
import type { SipUri } from '../message/uri.ts'
import type { Protocol, RemoteEndpoint } from '../transport/flow.ts'

export interface NaptrRecord {
  readonly flags: string
  readonly service: string
  readonly order: number
  readonly preference: number
  readonly replacement: string
}

export interface SrvRecord {
  readonly name: string
  readonly port: number
  readonly priority: number
  readonly weight: number
}

/** The DNS queries of the stack. Each returns an empty list when there is no such record. */
export interface Resolver {
  naptr(name: string): Promise<readonly NaptrRecord[]>
  srv(name: string): Promise<readonly SrvRecord[]>
  /** Returns IPv4 and IPv6 addresses. */
  addresses(name: string): Promise<readonly string[]>
}

/**
 * The resolver for the names of peers. Their name servers may be slow, so no query takes a thread of the pool
 * that file access shares.
 */
export const systemResolver: Resolver = {
  naptr: (name) => dns.resolveNaptr(name).catch(() => []),
  srv: (name) => dns.resolveSrv(name).catch(() => []),
  addresses: async (name) => (await resolveHost(name)).map(({ address }) => address),
}

export interface LocateOptions {
  readonly resolver: Resolver
  /** Usable transports, the preferred one first. */
  readonly protocols: readonly Protocol[]
  /** The transport to use when neither the URI nor the DNS decides. */
  readonly preferred?: Protocol
  /** Returns a number from 0 to below 1, for the choice among SRV records of one priority. */
  readonly random?: () => number
}

/** A network endpoint, with the host name that its TLS certificate must be valid for. */
export interface Endpoint extends RemoteEndpoint {
  readonly serverName: string
}

/** Bound on the endpoints of one peer: its DNS decides how many records there are. */
const maxEndpoints = 16

const naptrServices = new Map<string, Protocol>([
  ['SIP+D2U', 'udp'],
  ['SIP+D2T', 'tcp'],
  ['SIPS+D2T', 'tls'],
])

/**
 * Returns the endpoints to try for a request to `uri`, in order: RFC 3263, section 4. Empty when there is
 * none.
 */
export async function locateEndpoints(uri: SipUri, options: LocateOptions): Promise<readonly Endpoint[]> {
  const host = (uri.parameters.get('maddr') ?? uri.host).replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const written = requiredProtocol(uri)
  if (written === 'unsupported') return []
  const usable = options.protocols.filter((protocol) => written === null || protocol === written)
  const places = await findEndpoints(uri, host, written, usable, options)
  return places.filter((place) => usable.includes(place.protocol)).slice(0, maxEndpoints)
}

async function findEndpoints(
  uri: SipUri,
  host: string,
  written: Protocol | null,
  usable: readonly Protocol[],
  options: LocateOptions,
): Promise<Endpoint[]> {
  const { resolver, preferred } = options
  const fallback = written ?? (preferred && usable.includes(preferred) ? preferred : usable[0])
  if (!fallback) return []
  const port = uri.port ?? defaultPort(fallback)
  if (isIP(host)) return [{ protocol: fallback, address: host, port, serverName: host }]
  if (uri.port === null) {
    const services = written || preferred ? [] : await findNaptrServices(host, usable, resolver)
    const names = services.length > 0 ? services : createSrvNames(host, written ?? preferred ?? null, usable)
    for (const { protocol, name } of names) {
      const records = orderSrvRecords(await resolver.srv(name), options.random ?? Math.random)
      const places = await Promise.all(
        records.map((record) =>
          resolveEndpoints(record.name, { protocol, port: record.port, serverName: host }, resolver),
        ),
      )
      if (places.flat().length > 0) return places.flat()
    }
  }
  return await resolveEndpoints(host, { protocol: fallback, port, serverName: host }, resolver)
}

/** Returns the transport that the URI demands, or null when it demands none; RFC 3261, 26.2.2 for sips. */
function requiredProtocol(uri: SipUri): Protocol | null | 'unsupported' {
  const named = uri.parameters.get('transport')?.toLowerCase() ?? null
  if (uri.scheme === 'sips')
    return named === null || named === 'tcp' || named === 'tls' ? 'tls' : 'unsupported'
  if (named === null) return null
  return named === 'udp' || named === 'tcp' || named === 'tls' ? named : 'unsupported'
}

export function defaultPort(protocol: Protocol): number {
  return protocol === 'tls' ? 5061 : 5060
}

async function findNaptrServices(host: string, usable: readonly Protocol[], resolver: Resolver) {
  const records = await resolver.naptr(host)
  return records
    .filter((record) => record.flags.toLowerCase() === 's')
    .toSorted((a, b) => a.order - b.order || a.preference - b.preference)
    .map((record) => ({
      protocol: naptrServices.get(record.service.toUpperCase()),
      name: record.replacement,
    }))
    .filter((found): found is { protocol: Protocol; name: string } =>
      found.protocol ? usable.includes(found.protocol) : false,
    )
}

function createSrvNames(host: string, only: Protocol | null, usable: readonly Protocol[]) {
  const prefixes = { udp: '_sip._udp', tcp: '_sip._tcp', tls: '_sips._tcp' } as const
  return usable
    .filter((protocol) => only === null || protocol === only)
    .map((protocol) => ({ protocol, name: `${prefixes[protocol]}.${host}` }))
}

async function resolveEndpoints(
  name: string,
  rest: Omit<Endpoint, 'address'>,
  resolver: Resolver,
): Promise<Endpoint[]> {
  const addresses = isIP(name) ? [name] : await resolver.addresses(name)
  return addresses.map((address) => ({ ...rest, address }))
}

/** Orders SRV records by priority, and within one priority at random by weight; RFC 2782. */
function orderSrvRecords(records: readonly SrvRecord[], random: () => number): SrvRecord[] {
  const ordered: SrvRecord[] = []
  const left = records
    .toSorted((a, b) => a.priority - b.priority || a.weight - b.weight)
    .slice(0, maxEndpoints)
  for (let [first] = left; first; [first] = left) {
    const { priority } = first
    const peers = left.filter((record) => record.priority === priority)
    const chosen = pickByWeight(peers, random()) ?? first
    ordered.push(chosen)
    left.splice(left.indexOf(chosen), 1)
  }
  return ordered
}

/**
 * Returns the record in whose share of all weights `fraction` (0 to below 1) falls; null when all weights are
 * 0.
 */
function pickByWeight(records: readonly SrvRecord[], fraction: number): SrvRecord | null {
  const mark = fraction * records.reduce((sum, record) => sum + record.weight, 0)
  let passed = 0
  for (const record of records) {
    passed += record.weight
    if (mark < passed) return record
  }
  return null
}
