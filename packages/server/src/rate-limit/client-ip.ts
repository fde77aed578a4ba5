import { BlockList, isIP } from 'node:net'
import { unmapIpv4 } from '../outbound/unmap-ipv4.ts'

/** Determines the IP address of a client behind proxies. */
export type ClientIpResolver = (request: {
  readonly peer: string
  readonly forwardedFor: string | undefined
}) => string

/**
 * Creates a function that returns the IP address of a client: the peer itself or, when the peer is a trusted proxy, the
 * last address in `X-Forwarded-For` that is not a trusted proxy. The header is ignored for other peers.
 *
 * @throws {Error} naming an entry that is neither an IP address nor a network in CIDR notation.
 */
export function createClientIpResolver(trustedProxies: readonly string[]): ClientIpResolver {
  const trusted = new BlockList()
  for (const entry of trustedProxies) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (!isIP(address)) throw new Error(`PARLEY_TRUSTED_PROXIES: "${entry}" is not an IP address.`)
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return ({ peer, forwardedFor }) => {
    let address = unmapIpv4(peer)
    for (const claimed of (forwardedFor ?? '').split(',').reverse()) {
      if (!isTrusted(address)) break
      const next = unmapIpv4(claimed.trim())
      if (!isIP(next)) break
      address = next
    }
    return address
  }
}

/** Returns the rate-limit key of an IP address: an IPv4 address itself, or the /64 network of an IPv6 address. */
export function toNetworkKey(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const middle = address.includes('::') ? Array<string>(8 - left.length - right.length).fill('0') : []
  const groups = [...left, ...middle, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}
