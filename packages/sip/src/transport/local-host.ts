import { BlockList, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

/**
 * Returns the host by which a peer can reach a socket bound to `boundHost`, possibly a wildcard address. Peers on this
 * machine get no public host, because NATs often do not route it back.
 */
export function localHostFor(boundHost: string, remoteAddress: string, publicHost: string | null): string {
  if (publicHost !== null && !isLoopback(remoteAddress)) return publicHost
  if (boundHost !== '0.0.0.0' && boundHost !== '::') return boundHost
  const family = isIPv6(remoteAddress) && !remoteAddress.startsWith('::ffff:') ? 'IPv6' : 'IPv4'
  const ours = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter((address) => address.family === family && !address.address.startsWith('fe80:'))

  const sameNetwork = ours.find(({ cidr }) => cidr !== null && isInNetwork(cidr, remoteAddress, family))
  const chosen = sameNetwork ?? ours.find((address) => !address.internal) ?? ours[0]
  return chosen?.address ?? (family === 'IPv6' ? '::1' : '127.0.0.1')
}

/** Returns whether an address is a loopback address. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

function isInNetwork(cidr: string, address: string, family: 'IPv4' | 'IPv6'): boolean {
  const [network = '', prefix] = cidr.split('/')
  const type = family === 'IPv6' ? 'ipv6' : 'ipv4'
  const list = new BlockList()
  list.addSubnet(network, Number(prefix), type)
  return list.check(address.replace(/^::ffff:/, ''), type)
}
