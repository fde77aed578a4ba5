import { randomUUID } from 'node:crypto'
import { canonicalIp } from '@parley/primitives/node'
import type { Resolver } from '@parley/sip'
import type { TrunkConfig } from '../../trunk.ts'
import {
  type HostAddresses,
  listTrunkHosts,
  maxHostAddresses,
  mergeAddresses,
  resolveAddresses,
  type TrunkHost,
} from './trunk-hosts.ts'

export interface TrunkAddressesOptions {
  readonly resolver: Resolver
  readonly isAddressAllowed: (address: string) => boolean
  /** Requests a grant of addresses. */
  readonly found: (lookupId: string, addresses: readonly string[]) => void
  /** A host with known addresses does not resolve; reported once, until it resolves again. */
  readonly unresolved: (host: string) => void
  /** A host has more addresses than the trunk uses; reported once. */
  readonly limited: (host: string, max: number) => void
  /** Some of its addresses belong to another owner; reported once, until they change. */
  readonly taken: (addresses: readonly string[]) => void
}

/**
 * - `usable`: the trunk has an address, or its hosts have none;
 * - `pending`: no grant has arrived;
 * - `taken`: none of its addresses has been granted.
 */
export type AddressUse = 'usable' | 'pending' | 'taken'

/** The IP addresses to which the hosts of a trunk resolve, and those of them that it may use. */
export class TrunkAddresses {
  readonly #config: TrunkConfig
  readonly #options: TrunkAddressesOptions
  /** The last lookup of each host that succeeded. */
  readonly #lookups: Map<string, HostLookup>
  /** The addresses of all hosts, whether or not the trunk may use them. */
  #found: readonly string[] = []
  #granted: readonly string[]
  /** Those of the granted addresses to which packets may be sent. */
  #allowed: ReadonlySet<string> = new Set()
  /** The id of the lookup whose grant has been requested and has not arrived. */
  #pendingId: string | null = null
  /** Whether a grant of the addresses that were found last has arrived. */
  #isAnswered = false
  /** The addresses that were reported as taken. */
  #reported = ''

  constructor(config: TrunkConfig, options: TrunkAddressesOptions, replaced: TrunkAddresses | null) {
    this.#config = config
    this.#options = options
    const hosts = listHostNames(config)
    this.#lookups = new Map(replaced ? [...replaced.#lookups].filter(([host]) => hosts.includes(host)) : [])
    // Calls that arrive before the hosts are resolved again belong to the trunk.
    const hasSameHosts = replaced !== null && hosts.join() === listHostNames(replaced.#config).join()
    this.#granted = config.grantedAddresses ?? (hasSameHosts ? replaced.#granted : [])
    this.#updateAllowed()
  }

  get use(): AddressUse {
    if (this.#granted.length > 0 || this.#found.length === 0) return 'usable'
    return this.#isAnswered ? 'taken' : 'pending'
  }

  /** Undefined when the trunk needs no grant. */
  get granted(): readonly string[] | undefined {
    return this.#config.grantedAddresses && this.#granted
  }

  /** The addresses of the trunk to which packets may be sent. */
  get allowed(): readonly string[] {
    return [...this.#allowed]
  }

  has(address: string): boolean {
    return this.#allowed.has(canonicalIp(address))
  }

  /**
   * Returns whether requests may be sent to an address. One that its name server has answered since the last lookup may
   * be used, as long as the trunk has another one.
   */
  mayUse(address: string): boolean {
    const canonical = canonicalIp(address)
    if (this.granted === undefined || this.#granted.includes(canonical)) return true
    return this.#granted.length > 0 && !this.#found.includes(canonical)
  }

  async lookUp(): Promise<readonly string[]> {
    const hosts = listTrunkHosts(this.#config)
    return mergeAddresses(await Promise.all(hosts.map((host) => this.#lookUpHost(host))))
  }

  /** Requests a grant of the addresses when they have changed, and again while the trunk may not use all. */
  update(found: readonly string[]): void {
    const hasChanged = found.join() !== this.#found.join()
    this.#found = found
    if (this.granted === undefined) this.#granted = found
    else if (found.length > 0 && (hasChanged || !this.#isAnswered || this.#granted.length < found.length)) {
      if (hasChanged) {
        this.#isAnswered = false
        this.#pendingId = null
      }
      // The same id is requested again, so that a grant may take longer than the time between two lookups.
      this.#pendingId ??= randomUUID()
      this.#options.found(this.#pendingId, found)
    }
    this.#updateAllowed()
  }

  /** Returns false, and changes nothing, for a grant of an earlier lookup. */
  grant(lookupId: string, addresses: readonly string[]): boolean {
    if (lookupId !== this.#pendingId) return false
    this.#pendingId = null
    this.#isAnswered = true
    this.#granted = this.#found.filter((address) => addresses.includes(address))
    const taken = this.#found.filter((address) => !addresses.includes(address))
    if (taken.length > 0 && taken.join() !== this.#reported) this.#options.taken(taken)
    this.#reported = taken.join()
    this.#updateAllowed()
    return true
  }

  #updateAllowed(): void {
    this.#allowed = new Set(this.#granted.filter(this.#options.isAddressAllowed))
  }

  /**
   * Returns the addresses of a host. While it does not resolve, those that were found last: its calls still
   * arrive.
   */
  async #lookUpHost(host: TrunkHost): Promise<readonly string[]> {
    const { name } = host
    const { resolver, unresolved, limited } = this.#options
    const { addresses, isLimited } = await resolveAddresses(host, this.#config.transport, resolver)
    const last = this.#lookups.get(name)
    if (addresses.length === 0 && last?.isCurrent) unresolved(name)
    if (isLimited && !last?.isLimited) limited(name, maxHostAddresses)
    if (addresses.length > 0) this.#lookups.set(name, { addresses, isLimited, isCurrent: true })
    else if (last) this.#lookups.set(name, { ...last, isCurrent: false })
    return this.#lookups.get(name)?.addresses ?? []
  }
}

function listHostNames(config: TrunkConfig): readonly string[] {
  return listTrunkHosts(config).map(({ name }) => name)
}

interface HostLookup extends HostAddresses {
  /** False when later lookups failed. */
  readonly isCurrent: boolean
}
