import { BlockList, isIP } from 'node:net'
import { plainAddress } from '../outbound/plain-address.ts'

/** Whose address counts, when requests come through proxies. */
export type ClientAddress = (request: {
  readonly peer: string
  readonly forwardedFor: string | undefined
}) => string

/**
 * The address of a client: the peer itself, or, when the peer is a configured proxy, the last address in
 * `X-Forwarded-For` that is not a configured proxy. What others claim in that header changes nothing.
 *
 * @throws {Error} naming an entry that is neither an address nor a network in CIDR notation.
 */
export function clientAddressBehind(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new BlockList()
  for (const entry of trustedProxies) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (!isIP(address)) throw new Error(`PARLEY_TRUSTED_PROXIES: "${entry}" is not an address.`)
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return ({ peer, forwardedFor }) => {
    let address = plainAddress(peer)
    for (const claimed of (forwardedFor ?? '').split(',').reverse()) {
      if (!isTrusted(address)) break
      const next = plainAddress(claimed.trim())
      if (!isIP(next)) break
      address = next
    }
    return address
  }
}

/** What a limit counts: an IPv4 address, or the /64 that an IPv6 customer is given. */
export function networkOf(address: string): string {
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
