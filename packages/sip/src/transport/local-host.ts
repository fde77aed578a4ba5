import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { canonicalIp, createIpRanges, isLoopback } from '@parley/primitives/node'

/**
 * Returns the host by which a peer can reach a socket bound to `boundHost`, possibly a wildcard address.
 * Peers on this machine get no public host, because NATs often do not route it back.
 */
export function localHostFor(boundHost: string, remoteAddress: string, publicHost: string | null): string {
  if (publicHost !== null && !isLoopback(remoteAddress)) return publicHost
  if (boundHost !== '0.0.0.0' && boundHost !== '::') return boundHost
  const family = isIPv6(canonicalIp(remoteAddress)) ? 'IPv6' : 'IPv4'
  const localAddresses = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter((address) => address.family === family && !address.address.startsWith('fe80:'))

  const sameNetwork = localAddresses.find(
    ({ cidr }) => cidr !== null && createIpRanges([cidr]).has(remoteAddress),
  )
  const chosen = sameNetwork ?? localAddresses.find((address) => !address.internal) ?? localAddresses[0]
  return chosen?.address ?? (family === 'IPv6' ? '::1' : '127.0.0.1')
}
