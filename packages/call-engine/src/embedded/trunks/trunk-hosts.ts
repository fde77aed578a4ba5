import { isIP } from 'node:net'
import { canonicalIp } from '@parley/primitives/node'
import { locateEndpoints, parseSipUri, type Resolver, systemResolver } from '@parley/sip'
import type { TrunkConfig } from '../../trunk.ts'

/**
 * Addresses of one host. Its name server may answer with thousands, each of which would be stored, and compared with
 * the source of every request.
 */
export const maxHostAddresses = 16

/** A host to which requests are sent. */
export interface TrunkHost {
  /** Without brackets. */
  readonly name: string
  /** Whether requests follow its SRV records, because no port is configured (RFC 3263). */
  readonly usesSrv: boolean
}

export interface HostAddresses {
  readonly addresses: readonly string[]
  /** Whether the host has further addresses, which the trunk does not use. */
  readonly isLimited: boolean
}

type TrunkHosts = Pick<TrunkConfig, 'host' | 'port' | 'transport' | 'outboundProxy'>

/** Returns the hosts that requests to a trunk are sent to. */
export function listTrunkHosts({ host, port, outboundProxy }: TrunkHosts): readonly TrunkHost[] {
  const own = { name: stripBrackets(host), usesSrv: port === 0 }
  if (!outboundProxy) return [own]
  const name = outboundProxy.replace(/:\d+$/, '')
  return [own, { name: stripBrackets(name), usesSrv: name === outboundProxy }]
}

/** Resolves the hosts that requests to a trunk are sent to, and that its calls come from. */
export async function resolveTrunkAddresses(
  trunk: TrunkHosts,
  resolver: Resolver = systemResolver,
): Promise<readonly string[]> {
  const lookups = listTrunkHosts(trunk).map((host) => resolveAddresses(host, trunk.transport, resolver))
  return mergeAddresses((await Promise.all(lookups)).map(({ addresses }) => addresses))
}

/** Returns each address once, in a fixed order. */
export function mergeAddresses(found: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(found.flat())].toSorted()
}

/**
 * Resolves a host; empty when its name is unknown. With `usesSrv`, the addresses to which its SRV records lead are among
 * the result. Of more than {@link maxHostAddresses} addresses, it returns the same ones each time, in whichever order
 * they are found.
 */
export async function resolveAddresses(
  { name, usesSrv }: TrunkHost,
  transport: TrunkConfig['transport'],
  resolver: Resolver = systemResolver,
): Promise<HostAddresses> {
  const uri = usesSrv ? parseSipUri(`sip:${name};transport=${transport}`) : null
  const [endpoints, addresses] = await Promise.all([
    uri ? locateEndpoints(uri, { resolver, protocols: [transport] }) : [],
    isIP(name) ? [name] : resolver.addresses(name),
  ])
  const distinct = mergeAddresses([
    [...endpoints.map(({ address }) => address), ...addresses].map(canonicalIp),
  ])
  return { addresses: distinct.slice(0, maxHostAddresses), isLimited: distinct.length > maxHostAddresses }
}

function stripBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}
