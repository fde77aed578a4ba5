import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

const hostsPath = '/etc/hosts'
const resolverPath = '/etc/resolv.conf'
/** Timeout of one query to one name server. */
const queryTimeoutMs = 2_000
/** Of the search list; resolv.conf(5) names the same number. */
const maxSearchDomains = 6

/** RFC 6761, section 6.3. */
const loopback: readonly ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

interface ResolveOptions {
  /** Addresses with ports. Default: those of the system. */
  readonly nameServers?: readonly string[]
  /** Domains in which names without a dot are searched. Default: those of the system. */
  readonly searchDomains?: readonly string[]
}

/**
 * Resolves a host name given by a user, IPv4 addresses first. Returns an empty list when the name does not
 * exist or no name server responds in time.
 *
 * The name servers of such a name may be slow on purpose, and so may those of the own network for a name that
 * does not exist. They are queried without the thread pool that password hashing and file access share, which
 * the system resolver would block. So only the hosts file and DNS are used, with the search list of the system
 * for names without a dot.
 */
export async function resolveHost(
  name: string,
  { nameServers, searchDomains }: ResolveOptions = {},
): Promise<readonly ResolvedAddress[]> {
  const bare = name.replace(/\.$/, '').toLowerCase()
  const literal = parseIpv4(bare)
  if (literal !== null) return [{ address: literal, family: 4 }]
  const written = parseHostsFile(await readText(hostsPath), bare)
  if (written.length > 0) return written
  if (bare === 'localhost' || bare.endsWith('.localhost')) return loopback
  if (name.includes('.')) return await queryNameServers(bare, nameServers)

  const domains = searchDomains ?? parseSearchDomains(await readText(resolverPath))
  const names = [...domains.map((domain) => `${bare}.${domain}`), bare]
  const found = await Promise.all(names.map((each) => queryNameServers(each, nameServers)))
  return found.find((addresses) => addresses.length > 0) ?? []
}

/**
 * Parses an IPv4 address also in the forms of inet_aton(3), such as 2130706433 and 0x7f.1, which the system
 * resolver accepts as names.
 */
function parseIpv4(text: string): string | null {
  if (!/^[0-9a-fx.]+$/.test(text) || !URL.canParse(`http://${text}`)) return null
  const { hostname } = new URL(`http://${text}`)
  return isIP(hostname) === 4 ? hostname : null
}

/** Returns the domains of the last search list in the content of a resolv.conf(5). */
export function parseSearchDomains(configuration: string): string[] {
  const lists = configuration.matchAll(/^(?:search|domain)[ \t]+(.*)$/gm)
  const [, last = ''] = [...lists].at(-1) ?? []
  return last
    .split(/\s+/)
    .map((domain) => domain.replace(/\.$/, ''))
    .filter((domain) => domain !== '')
    .slice(0, maxSearchDomains)
}

async function readText(path: string): Promise<string> {
  return await readFile(path, 'utf8').catch(() => '')
}

/** Returns the addresses of a name in the content of a hosts file. Source: hosts(5). */
export function parseHostsFile(hosts: string, name: string): ResolvedAddress[] {
  return hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    const family = isIP(address)
    return family !== 0 && names.includes(name) ? [{ address, family }] : []
  })
}

async function queryNameServers(name: string, nameServers?: readonly string[]): Promise<ResolvedAddress[]> {
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries: 2 })
  if (nameServers) resolver.setServers(nameServers)
  const none = (): string[] => []
  const [four, six] = await Promise.all([
    resolver.resolve4(name).catch(none),
    resolver.resolve6(name).catch(none),
  ])
  return [
    ...four.map((address) => ({ address, family: 4 })),
    ...six.map((address) => ({ address, family: 6 })),
  ]
}
