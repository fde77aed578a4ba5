import { BlockList, isIP } from 'node:net'
import { type ResolvedAddress, resolveHost } from './resolve-host.ts'
import { unmapIpv4 } from './unmap-ipv4.ts'

/** A host with its checked address. Connect to this address only, because the name may resolve to another one later. */
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

/** Private, local, shared, documentation, multicast and metadata networks. Source: IANA special-purpose registries. */
const blockedNetworks: readonly [string, number, 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['::1', 128, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]

const blocked = new BlockList()
for (const [network, prefix, family] of blockedNetworks) blocked.addSubnet(network, prefix, family)

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

/** Returns whether connections to an IP address are allowed. For callers that resolve names themselves. */
export function isAllowedAddress(address: string, allowedNetworks: readonly string[] = []): boolean {
  const allowed = new BlockList()
  for (const entry of allowedNetworks) {
    const [network = '', prefix = isIP(network) === 6 ? '128' : '32'] = entry.split('/')
    allowed.addSubnet(network, Number(prefix), isIP(network) === 6 ? 'ipv6' : 'ipv4')
  }
  const plain = unmapIpv4(address)
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
  return allowed.check(plain, family) || !blocked.check(plain, family)
}
