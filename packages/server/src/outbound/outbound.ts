import { BlockList, isIP } from 'node:net'
import { type FoundAddress, lookUp } from './look-up.ts'
import { plainAddress } from './plain-address.ts'

/** Where a name led, pinned: connect to this address and no other, or the name may lead elsewhere a moment later. */
export interface PinnedAddress {
  readonly host: string
  readonly address: string
  readonly family: 4 | 6
}

/** Why an address that a user named is not contacted. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused'
  readonly reason: 'not-found' | 'not-allowed'

  constructor(reason: 'not-found' | 'not-allowed', host: string) {
    super(
      reason === 'not-found'
        ? `The name ${host} leads nowhere.`
        : `The address of ${host} lies in a network that this server does not contact.`,
    )
    this.reason = reason
  }
}

export interface OutboundOptions {
  /** Networks in CIDR notation that may be contacted although they are private; by server setting only. */
  readonly allowedNetworks?: readonly string[]
  /** Finds the addresses of a name; name servers are asked when left out. */
  readonly resolve?: (host: string) => Promise<readonly FoundAddress[]>
}

/** Private, local, shared, documentation, multicast and metadata networks. Source: IANA special-purpose registries. */
const refusedNetworks: readonly [string, number, 'ipv4' | 'ipv6'][] = [
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

const refused = new BlockList()
for (const [network, prefix, family] of refusedNetworks) refused.addSubnet(network, prefix, family)

/**
 * Finds where a host that a user named leads, once, and refuses networks that a stranger must not reach through us.
 *
 * @throws {OutboundRefused} when it leads nowhere, or when any of its addresses is not allowed.
 */
export async function pinAddress(host: string, options: OutboundOptions = {}): Promise<PinnedAddress> {
  const resolve = options.resolve ?? lookUp
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const found = isIP(bare)
    ? [{ address: bare, family: isIP(bare) }]
    : await resolve(bare).catch((): FoundAddress[] => [])
  const [first] = found
  if (!first) throw new OutboundRefused('not-found', host)

  for (const { address } of found) {
    if (!mayContact(address, options.allowedNetworks)) throw new OutboundRefused('not-allowed', host)
  }
  return { host, address: first.address, family: first.family === 6 ? 6 : 4 }
}

/** Whether an address may be contacted on a user's word. For whoever resolves names by other means. */
export function mayContact(address: string, allowedNetworks: readonly string[] = []): boolean {
  const allowed = new BlockList()
  for (const entry of allowedNetworks) {
    const [network = '', prefix = isIP(network) === 6 ? '128' : '32'] = entry.split('/')
    allowed.addSubnet(network, Number(prefix), isIP(network) === 6 ? 'ipv6' : 'ipv4')
  }
  const plain = plainAddress(address)
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
  return allowed.check(plain, family) || !refused.check(plain, family)
}
