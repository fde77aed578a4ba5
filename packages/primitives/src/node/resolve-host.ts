import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

const hostsPath = '/etc/hosts'
/** Timeout of one query to one name server. */
const queryTimeoutMs = 2_000

/**
 * Resolves a host name given by a user, IPv4 addresses first. Returns an empty list when the name does not
 * exist or no name server responds in time.
 *
 * The name servers of such a name may be slow on purpose. They are queried without the thread pool that
 * password hashing and file access share, which the system resolver would block. Names without a dot cannot
 * be registered by attackers, so the system resolves them: this machine, or a machine in its network.
 *
 * @param nameServers addresses with ports. Default: those of the system.
 */
export async function resolveHost(
  name: string,
  { nameServers }: { readonly nameServers?: readonly string[] } = {},
): Promise<readonly ResolvedAddress[]> {
  const bare = name.replace(/\.$/, '').toLowerCase()
  const isLocalName = !bare.includes('.') || bare.endsWith('.localhost')
  if (isLocalName) return await lookup(bare, { all: true, verbatim: true }).catch(() => [])

  const written = parseHostsFile(await readFile(hostsPath, 'utf8').catch(() => ''), bare)
  return written.length > 0 ? written : await queryNameServers(bare, nameServers)
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
