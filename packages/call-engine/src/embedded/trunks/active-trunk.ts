import { randomUUID } from 'node:crypto'
import { sleep } from '@parley/primitives'
import { canonicalIp } from '@parley/primitives/node'
import type { Registration, RegistrationState, Resolver, UserAgent } from '@parley/sip'
import type { SipResponse, TrunkConfig, TrunkState, TrunkStatus } from '../../trunk.ts'
import {
  type HostAddresses,
  listTrunkHosts,
  maxHostAddresses,
  mergeAddresses,
  resolveAddresses,
  type TrunkHost,
} from './trunk-hosts.ts'
import { createIdentityUri, createTrunkUri, toDestination } from './trunk-uri.ts'

/** How long `close` waits for the registrar. */
const closeTimeoutMs = 2_000

const pingIntervalMs = 30_000
const pingRetryMs = 10_000
const pingTimeoutMs = 5_000

/** A trunk in use: maintains its registration or pings it by OPTIONS, and resolves its IP addresses. */
export class ActiveTrunk {
  readonly config: TrunkConfig
  /**
   * The user of our registered Contact; null without registration. No other trunk has it, unlike the user
   * name.
   */
  readonly contactUser: string | null
  readonly #agent: UserAgent
  readonly #onState: (state: TrunkState) => void
  readonly #onError: (error: unknown) => void
  readonly #isAddressAllowed: (address: string) => boolean
  readonly #resolver: Resolver
  readonly #onUnresolved: (host: string) => void
  readonly #onLimited: (host: string, max: number) => void
  readonly #onTaken: (addresses: readonly string[]) => void
  readonly #isRegistrationOn: boolean
  #state: TrunkState = { status: 'unchecked', since: Date.now(), sipAnswer: null }
  #registration: Registration | null = null
  /** The last lookup of each host that succeeded. */
  readonly #lookups: Map<string, HostLookup>
  /** The addresses of all hosts, whether or not the trunk may use them. */
  #resolved: readonly string[] = []
  /** Those of them that the trunk may use. */
  #claimed: readonly string[] = []
  #areAddressesClaimed = false
  #addresses: ReadonlySet<string> = new Set()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(
    config: TrunkConfig,
    agent: UserAgent,
    on: {
      /** `off` resolves the IP addresses of a trunk without registering it. */
      readonly registration: 'on' | 'off'
      readonly state: (state: TrunkState) => void
      readonly isAddressAllowed: (address: string) => boolean
      readonly resolver: Resolver
      /** A host with known addresses does not resolve; reported once, until it resolves again. */
      readonly unresolved: (host: string) => void
      /** A host has more addresses than the trunk uses; reported once. */
      readonly limited: (host: string, max: number) => void
      /** Some of its addresses belong to another owner; reported once, until they change. */
      readonly taken: (addresses: readonly string[]) => void
      readonly error: (error: unknown) => void
    },
    /** The trunk that this one replaces: its addresses are used while the same hosts do not resolve. */
    replaced: ActiveTrunk | null = null,
  ) {
    this.config = config
    this.contactUser = config.registration === 'register' ? createContactUser(config) : null
    this.#agent = agent
    this.#isRegistrationOn = on.registration === 'on'
    this.#onState = on.state
    this.#onError = on.error
    this.#isAddressAllowed = on.isAddressAllowed
    this.#resolver = on.resolver
    this.#onUnresolved = on.unresolved
    this.#onLimited = on.limited
    this.#onTaken = on.taken
    const hosts = listHostNames(config)
    this.#lookups = new Map(replaced ? [...replaced.#lookups].filter(([host]) => hosts.includes(host)) : [])
    // Calls that arrive before the hosts are resolved again belong to the trunk.
    const hasSameHosts = replaced !== null && hosts.join() === listHostNames(replaced.config).join()
    if (hasSameHosts) this.#addresses = replaced.#addresses
  }

  get state(): TrunkState {
    return this.#state
  }

  /** Never rejects: a trunk that cannot be set up becomes `failed`, and the other trunks stay in use. */
  async start(): Promise<void> {
    await this.#runOrFail(() => this.#prepare())
    void this.#pingAndRepeat()
  }

  /** Resolves the hosts, and registers. Without the right to its addresses, the trunk is out of use. */
  async #prepare(): Promise<void> {
    await this.#resolve()
    if (this.#isClosed) return
    if (!this.#areAddressesClaimed) await this.#unregister()
    else if (this.config.registration === 'register') this.#register()
  }

  async #pingAndRepeat(): Promise<void> {
    if (this.#areAddressesClaimed && this.config.registration === 'none')
      await this.#runOrFail(() => this.#ping())
    if (this.#isClosed) return
    const delayMs = this.#state.status === 'unreachable' ? pingRetryMs : pingIntervalMs
    this.#timer = setTimeout(() => void this.start(), delayMs)
  }

  #register(): void {
    if (this.#registration || !this.#isRegistrationOn) return
    this.#setStatus('registering', null)
    this.#registration = this.#agent.register({
      ...toDestination(this.config, this.#isAddressAllowed),
      registrar: createTrunkUri(this.config),
      aor: createIdentityUri(this.config, this.config.username ?? 'parley'),
      ...(this.contactUser === null ? {} : { contactUser: this.contactUser }),
    })
    this.#registration.onState((state) => this.#registered(state))
  }

  async #unregister(): Promise<void> {
    const registration = this.#registration
    this.#registration = null
    this.#setStatus('address-taken', null)
    await Promise.race([registration?.close(), sleep(closeTimeoutMs)])
  }

  /** Registers now instead of at the planned time. */
  refreshRegistration(): void {
    this.#registration?.refresh()
  }

  /** The IP addresses of the trunk to which packets may be sent. */
  get addresses(): readonly string[] {
    return [...this.#addresses]
  }

  /** Returns whether an IP address is one of the trunk. */
  hasAddress(address: string): boolean {
    return this.#addresses.has(canonicalIp(address))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    // An unreachable registrar must not block; removing the binding continues in the background.
    await Promise.race([this.#registration?.close(), sleep(closeTimeoutMs)])
  }

  #registered(state: RegistrationState): void {
    if (this.#isClosed) return
    if (state.phase === 'registered') this.#setStatus('registered', null)
    if (state.phase === 'failed') {
      const sipAnswer = state.cause === 'response' ? { code: state.status, phrase: state.reason } : null
      this.#setStatus(sipAnswer ? toTrunkStatus(state.status) : 'unreachable', sipAnswer)
    }
  }

  async #ping(): Promise<void> {
    const outcome = await this.#agent.options({
      ...toDestination(this.config, this.#isAddressAllowed),
      target: createTrunkUri(this.config),
      from: createIdentityUri(this.config, this.config.username ?? 'parley'),
      timeoutMs: pingTimeoutMs,
    })
    if (this.#isClosed) return
    // Any response means that the trunk is reachable: many trunks reject OPTIONS but accept calls.
    const isReachable = outcome.ok || outcome.cause === 'response'
    this.#setStatus(isReachable ? 'ready' : 'unreachable', null)
  }

  async #runOrFail(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (this.#isClosed) return
      this.#onError(error)
      this.#setStatus('failed', null)
    }
  }

  #setStatus(status: TrunkStatus, sipAnswer: SipResponse | null): void {
    if (this.#state.status === status && this.#state.sipAnswer?.code === sipAnswer?.code) return
    this.#state = { status, since: Date.now(), sipAnswer }
    this.#onState(this.#state)
  }

  async #resolve(): Promise<void> {
    const found = mergeAddresses(
      await Promise.all(listTrunkHosts(this.config).map((host) => this.#lookUp(host))),
    )
    const hasChanged =
      found.length !== this.#resolved.length || found.some((each) => !this.#resolved.includes(each))
    if (hasChanged || !this.#areAddressesClaimed || this.#claimed.length < found.length) {
      const claimed = (await this.config.claimAddresses?.(found)) ?? found
      if (claimed.length < found.length && (hasChanged || claimed.length !== this.#claimed.length))
        this.#onTaken(found.filter((address) => !claimed.includes(address)))
      this.#claimed = claimed
      this.#areAddressesClaimed = claimed.length > 0 || found.length === 0
      this.#resolved = found
    }
    this.#addresses = new Set(this.#claimed.filter(this.#isAddressAllowed))
  }

  /**
   * Returns the addresses of a host. While it does not resolve, those that were found last: its calls still
   * arrive.
   */
  async #lookUp(host: TrunkHost): Promise<readonly string[]> {
    const { name } = host
    const { addresses, isLimited } = await resolveAddresses(host, this.config.transport, this.#resolver)
    const last = this.#lookups.get(name)
    if (addresses.length === 0 && last?.isCurrent) this.#onUnresolved(name)
    if (isLimited && !last?.isLimited) this.#onLimited(name, maxHostAddresses)
    if (addresses.length > 0) this.#lookups.set(name, { addresses, isLimited, isCurrent: true })
    else if (last) this.#lookups.set(name, { ...last, isCurrent: false })
    return this.#lookups.get(name)?.addresses ?? []
  }
}

function listHostNames(config: TrunkConfig): readonly string[] {
  return listTrunkHosts(config).map(({ name }) => name)
}

/** The id of a built-in trunk is known, and other processes at its address could call its contact. */
function createContactUser({ id, isContactOnly }: TrunkConfig): string {
  return isContactOnly ? randomUUID() : id
}

interface HostLookup extends HostAddresses {
  /** False when later lookups failed. */
  readonly isCurrent: boolean
}

export function toTrunkStatus(code: number): 'refused' | 'failed' {
  return code === 401 || code === 403 || code === 407 ? 'refused' : 'failed'
}
