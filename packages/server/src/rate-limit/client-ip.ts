import { isIP } from 'node:net'
import { canonicalIp, createIpRanges, type IpRanges } from '@parley/primitives/node'

/** Determines the IP address of a client behind proxies. */
export type ClientIpResolver = (request: {
  readonly peer: string
  readonly forwardedFor: string | undefined
}) => string

/**
 * Creates a function that returns the IP address of a client: the peer itself or, when the peer is a trusted
 * proxy, the last address in `X-Forwarded-For` that is not a trusted proxy. The header is ignored for other
 * peers.
 *
 * @throws {Error} naming an entry that is neither an IP address nor a network in CIDR notation.
 */
export function createClientIpResolver(trustedProxies: readonly string[]): ClientIpResolver {
  const trusted = createTrustedRanges(trustedProxies)
  return ({ peer, forwardedFor }) => {
    let address = canonicalIp(peer)
    for (const claimed of (forwardedFor ?? '').split(',').reverse()) {
      if (!trusted.has(address)) break
      const next = canonicalIp(claimed.trim())
      if (!isIP(next)) break
      address = next
    }
    return address
  }
}

/**
 * Creates a function that returns whether a peer is a trusted proxy.
 *
 * @throws {Error} naming an entry that is neither an IP address nor a network in CIDR notation.
 */
export function createTrustedProxyCheck(trustedProxies: readonly string[]): (peer: string) => boolean {
  const trusted = createTrustedRanges(trustedProxies)
  return (peer) => trusted.has(canonicalIp(peer))
}

function createTrustedRanges(trustedProxies: readonly string[]): IpRanges {
  try {
    return createIpRanges(trustedProxies)
  } catch (error) {
    throw new Error(`PARLEY_TRUSTED_PROXIES: ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * Returns the rate-limit key of an IP address: an IPv4 address itself, or the /64 network of an IPv6 address.
 */
export function toNetworkKey(address: string): string {
  return toPrefixKey(address, 64)
}

/**
 * Returns the keys of the networks of an IP address, from the widest: an IPv4 address itself, or the /48, /56 and
 * /64 of an IPv6 address, because one client may have each of them.
 */
export function toNetworkKeys(address: string): readonly [string, ...string[]] {
  if (isIP(address) !== 6) return [address]
  return [toPrefixKey(address, 48), toPrefixKey(address, 56), toNetworkKey(address)]
}

/** Returns the prefix of an IPv6 address, up to 64 bits, or another address itself. */
function toPrefixKey(address: string, bits: number): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const middle = address.includes('::') ? Array<string>(8 - left.length - right.length).fill('0') : []
  const groups = [...left, ...middle, ...right].slice(0, Math.ceil(bits / 16)).map((group, index) => {
    const ignoredBits = Math.max(0, (index + 1) * 16 - bits)
    return ((Number.parseInt(group, 16) >> ignoredBits) << ignoredBits).toString(16)
  })
  return `${groups.join(':')}::/${bits}`
}
