import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

export interface FoundAddress {
  readonly address: string
  readonly family: number
}

const hostsPath = '/etc/hosts'
/** Of one question to one name server, of which there may be two. */
const questionTimeoutMs = 2_000

/**
 * Finds the addresses of a name that a user chose, IPv4 first; none where it leads nowhere, or nobody answers in time.
 *
 * The name servers of such a name may be slow on purpose. They are asked without the threads that passwords and files share,
 * which a look-up by the system would hold for as long as it takes. A name without a dot is none that a stranger could
 * register: the system knows whether it is this machine, or a neighbour in its own network.
 *
 * @param nameServers addresses with ports; those of the system when left out.
 */
export async function lookUp(
  name: string,
  { nameServers }: { readonly nameServers?: readonly string[] } = {},
): Promise<readonly FoundAddress[]> {
  const bare = name.replace(/\.$/, '').toLowerCase()
  const isOfTheSystem = !bare.includes('.') || bare.endsWith('.localhost')
  if (isOfTheSystem) return await lookup(bare, { all: true, verbatim: true }).catch(() => [])

  const written = addressesIn(await readFile(hostsPath, 'utf8').catch(() => ''), bare)
  return written.length > 0 ? written : await askNameServers(bare, nameServers)
}

/** The addresses that a file of hosts gives a name. Source: hosts(5). */
export function addressesIn(hosts: string, name: string): FoundAddress[] {
  return hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    const family = isIP(address)
    return family !== 0 && names.includes(name) ? [{ address, family }] : []
  })
}

async function askNameServers(name: string, nameServers?: readonly string[]): Promise<FoundAddress[]> {
  const resolver = new Resolver({ timeout: questionTimeoutMs, tries: 2 })
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
