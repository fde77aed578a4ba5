import { isIP, isIPv6 } from 'node:net'
import { canonicalIp, createIpRanges, type ResolvedAddress, resolveHost } from '@parley/primitives/node'

/**
 * A host with its checked address. Connect to this address only, because the name may resolve to another one
 * later.
 */
export interface PinnedAddress {
  readonly host: string
  readonly address: string
  readonly family: 4 | 6
}

/** A host given by a user was not found or is in a blocked network. */
export class BlockedHostError extends Error {
  override readonly name = 'BlockedHostError'
  readonly reason: 'not-found' | 'not-allowed'

  constructor(reason: 'not-found' | 'not-allowed', host: string) {
    super(
      reason === 'not-found'
        ? `The host ${host} was not found.`
        : `The host ${host} is in a blocked private network.`,
    )
    this.reason = reason
  }
}

export interface OutboundOptions {
  /** Private networks in CIDR notation that are allowed. Comes from a server setting only. */
  readonly allowedNetworks?: readonly string[]
  /** Resolves a name. Default: queries the name servers. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>
}

/**
 * The only block of global unicast addresses of IPv6. Source: RFC 4291, section 2.4, and IANA's address space
 * registry.
 */
const globalIpv6 = createIpRanges(['2000::/3'])

/**
 * The entries of the IANA registries of special-purpose addresses (RFC 6890), and multicast; for IPv6 those
 * within 2000::/3. The entries that are globally reachable are relays and name servers of the network itself.
 */
const blockedNetworks = createIpRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
])

/**
 * Resolves a host given by a user once, and rejects hosts in blocked networks to prevent SSRF.
 *
 * @throws {BlockedHostError} when the host is not found or any of its addresses is not allowed.
 */
export async function resolveAllowedAddress(
  host: string,
  options: OutboundOptions = {},
): Promise<PinnedAddress> {
  const resolve = options.resolve ?? resolveHost
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const found = isIP(bare)
    ? [{ address: bare, family: isIP(bare) }]
    : await resolve(bare).catch((): ResolvedAddress[] => [])
  const [first] = found
  if (!first) throw new BlockedHostError('not-found', host)

  for (const { address } of found) {
    if (!isAllowedAddress(address, options.allowedNetworks)) throw new BlockedHostError('not-allowed', host)
  }
  return { host, address: first.address, family: first.family === 6 ? 6 : 4 }
}

/**
 * Returns whether connections to an IP address are allowed; false for anything that is not an IP address. For
 * callers that resolve names themselves.
 */
export function isAllowedAddress(address: string, allowedNetworks: readonly string[] = []): boolean {
  if (isIP(address) === 0) return false
  if (createIpRanges(allowedNetworks).has(address)) return true
  const isLocalIpv6 = isIPv6(canonicalIp(address)) && !globalIpv6.has(address)
  return !isLocalIpv6 && !blockedNetworks.has(address)
}
