import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net'

/** The networks of the machine itself, in CIDR notation. */
export const loopbackNetworks: readonly string[] = ['127.0.0.0/8', '::1/128']

/**
 * Networks that are not routed on the internet (RFC 1918, RFC 6598, RFC 4193, RFC 4291), without loopback.
 */
const privateNetworks: readonly string[] = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
  'fe80::/10',
]

const loopback = createIpRanges(loopbackNetworks)
const privateOrLoopback = createIpRanges([...privateNetworks, ...loopbackNetworks])

/** A set of IP networks. An IPv4-mapped IPv6 address counts as its IPv4 address. */
export interface IpRanges {
  /** Returns whether `ip` is in one of the networks; false for anything that is not an IP address. */
  has(ip: string): boolean
}

/**
 * Creates a set of networks from CIDR notation or single addresses.
 *
 * @throws {RangeError} Naming the entry that is neither.
 */
export function createIpRanges(networks: readonly string[]): IpRanges {
  const list = new BlockList()
  for (const network of networks) {
    const [ip = '', prefix] = network.split('/')
    const family = getFamily(ip)
    const maxPrefix = family === 'ipv4' ? 32 : 128
    const length = prefix === undefined ? maxPrefix : Number(prefix)
    if (!family || !/^\d*$/.test(prefix ?? '') || prefix === '' || length > maxPrefix)
      throw new RangeError(`"${network}" is neither an IP address nor a network in CIDR notation.`)
    list.addSubnet(ip, length, family)
  }
  return {
    has(ip) {
      const bare = canonicalIp(ip)
      const family = getFamily(bare)
      return family !== null && list.check(bare, family)
    },
  }
}

/** Returns whether a host is this machine: `localhost`, or a loopback address, also in brackets. */
export function isLoopback(host: string): boolean {
  const ip = host.replace(/^\[(.*)\]$/, '$1')
  return ip.toLowerCase() === 'localhost' || loopback.has(ip)
}

/** Returns whether an IP address is private or loopback: unreachable from the internet. */
export function isPrivate(ip: string): boolean {
  return privateOrLoopback.has(ip)
}

/**
 * Returns an IP address as it is compared with others: an IPv6 address in its shortest form (RFC 5952), and
 * an IPv4-mapped one as its IPv4 address. Anything else is returned unchanged.
 */
export function canonicalIp(ip: string): string {
  // Most addresses are IPv4; called for each datagram.
  if (!ip.includes(':') || !isIPv6(ip)) return ip
  const [address = '', zone] = ip.split('%')
  const shortest = new SocketAddress({ address, family: 'ipv6' }).address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(shortest)?.[1]
  return mapped ?? (zone === undefined ? shortest : `${shortest}%${zone}`)
}

function getFamily(ip: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(ip)
  if (version === 0) return null
  return version === 6 ? 'ipv6' : 'ipv4'
}
