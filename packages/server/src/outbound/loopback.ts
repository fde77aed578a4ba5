import { BlockList, isIP } from 'node:net'
import { unmapIpv4 } from './unmap-ipv4.ts'

/** Loopback networks in CIDR notation. */
export const loopbackNetworks: readonly string[] = ['127.0.0.0/8', '::1/128']

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a host is `localhost` or a loopback address, which may be in brackets. */
export function isLoopback(host: string): boolean {
  const address = unmapIpv4(host.replace(/^\[(.*)\]$/, '$1'))
  if (address === 'localhost') return true
  return isIP(address) !== 0 && loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
