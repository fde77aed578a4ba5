import { randomUUID } from 'node:crypto'
import { sleep } from '@parley/primitives'
import type { Registration, RegistrationState, UserAgent } from '@parley/sip'
import type { SipResponse, TrunkConfig, TrunkState, TrunkStatus } from '../../trunk.ts'
import { TrunkAddresses, type TrunkAddressesOptions } from './trunk-addresses.ts'
import { createIdentityUri, createTrunkUri, toDestination } from './trunk-uri.ts'

/** How long `close` waits for the registrar. */
const closeTimeoutMs = 2_000

const pingIntervalMs = 30_000
/** How soon a trunk is pinged again that does not respond, or a grant requested again that has not arrived. */
const retryMs = 10_000
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
  readonly #addresses: TrunkAddresses
  readonly #isRegistrationOn: boolean
  #state: TrunkState = { status: 'unchecked', since: Date.now(), sipAnswer: null }
  #registration: Registration | null = null
  #isAccepted: boolean
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(
    config: TrunkConfig,
    agent: UserAgent,
    on: TrunkAddressesOptions & {
      /** `off` resolves the IP addresses of a trunk without registering it. */
      readonly registration: 'on' | 'off'
      readonly state: (state: TrunkState) => void
      readonly error: (error: unknown) => void
    },
    /** The trunk that this one replaces: its addresses are used while the same hosts do not resolve. */
    replaced: ActiveTrunk | null = null,
  ) {
    this.config = config
    this.#isAccepted = config.isAccepted ?? true
    this.contactUser = config.registration === 'register' ? createContactUser(config) : null
    this.#agent = agent
    this.#isRegistrationOn = on.registration === 'on'
    this.#onState = on.state
    this.#onError = on.error
    this.#isAddressAllowed = (address) => on.isAddressAllowed(address) && this.mayUseAddress(address)
    this.#addresses = new TrunkAddresses(config, on, replaced ? replaced.#addresses : null)
  }

  get state(): TrunkState {
    return this.#state
  }

  /** Whether its registrar has ever accepted its credentials; true without registration. */
  get isAccepted(): boolean {
    return this.#isAccepted
  }

  /** Never rejects: a trunk that cannot be set up becomes `failed`, and the other trunks stay in use. */
  async start(): Promise<void> {
    await this.#runOrFail(() => this.#prepare())
    void this.#pingAndRepeat()
  }

  async #prepare(): Promise<void> {
    const found = await this.#addresses.lookUp()
    if (this.#isClosed) return
    this.#addresses.update(found)
    await this.#applyAddresses()
  }

  /** Applies the grant of a lookup. Ignores that of an earlier one. */
  async grant(lookupId: string, addresses: readonly string[]): Promise<void> {
    const wasUsable = this.#isUsable
    if (this.#isClosed || !this.#addresses.grant(lookupId, addresses)) return
    await this.#runOrFail(async () => {
      await this.#applyAddresses()
      if (!wasUsable) await this.#pingIfUsed()
    })
  }

  get #isUsable(): boolean {
    return this.#addresses.use === 'usable'
  }

  /** Registers. Without the right to its addresses, the trunk is out of use. */
  async #applyAddresses(): Promise<void> {
    if (this.#isUsable) this.#register()
    else await this.#unregister(this.#addresses.use === 'taken' ? 'address-taken' : 'address-pending')
  }

  async #pingAndRepeat(): Promise<void> {
    await this.#runOrFail(() => this.#pingIfUsed())
    if (this.#isClosed) return
    const isWaiting = this.#state.status === 'unreachable' || this.#state.status === 'address-pending'
    this.#timer = setTimeout(() => void this.start(), isWaiting ? retryMs : pingIntervalMs)
  }

  #register(): void {
    if (this.config.registration === 'none' || this.#registration || !this.#isRegistrationOn) return
    this.#setStatus('registering', null)
    this.#registration = this.#agent.register({
      ...toDestination(this.config, this.#isAddressAllowed),
      registrar: createTrunkUri(this.config),
      aor: createIdentityUri(this.config, this.config.username ?? 'parley'),
      ...(this.contactUser === null ? {} : { contactUser: this.contactUser }),
    })
    this.#registration.onState((state) => this.#registered(state))
  }

  async #unregister(status: 'address-taken' | 'address-pending'): Promise<void> {
    const registration = this.#registration
    this.#registration = null
    this.#setStatus(status, null)
    await Promise.race([registration?.close(), sleep(closeTimeoutMs)])
  }

  /** Registers now instead of at the planned time. */
  refreshRegistration(): void {
    this.#registration?.refresh()
  }

  /** The configuration with the addresses that are granted now, and whether it has been accepted. */
  get currentConfig(): TrunkConfig {
    const grantedAddresses = this.#addresses.granted
    return { ...this.config, isAccepted: this.#isAccepted, ...(grantedAddresses && { grantedAddresses }) }
  }

  /** The IP addresses of the trunk to which packets may be sent. */
  get addresses(): readonly string[] {
    return this.#addresses.allowed
  }

  /** Returns whether an IP address is one of the trunk. */
  hasAddress(address: string): boolean {
    return this.#addresses.has(address)
  }

  /** Returns whether requests may be sent to an IP address, as far as its grants decide. */
  mayUseAddress(address: string): boolean {
    return this.#addresses.mayUse(address)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    // An unreachable registrar must not block; removing the binding continues in the background.
    await Promise.race([this.#registration?.close(), sleep(closeTimeoutMs)])
  }

  #registered(state: RegistrationState): void {
    if (this.#isClosed) return
    if (state.phase === 'registered') {
      this.#isAccepted = true
      this.#setStatus('registered', null)
    }
    if (state.phase === 'failed') {
      const sipAnswer = state.cause === 'response' ? { code: state.status, phrase: state.reason } : null
      this.#setStatus(sipAnswer ? toTrunkStatus(state.status) : 'unreachable', sipAnswer)
    }
  }

  async #pingIfUsed(): Promise<void> {
    if (this.config.registration === 'register' || !this.#isUsable) return
    const outcome = await this.#agent.options({
      ...toDestination(this.config, this.#isAddressAllowed),
      target: createTrunkUri(this.config),
      from: createIdentityUri(this.config, this.config.username ?? 'parley'),
      timeoutMs: pingTimeoutMs,
    })
    if (this.#isClosed || !this.#isUsable) return
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
}

/** The id of a built-in trunk is known, and other processes at its address could call its contact. */
function createContactUser({ id, isContactOnly }: TrunkConfig): string {
  return isContactOnly ? randomUUID() : id
}

export function toTrunkStatus(code: number): 'refused' | 'failed' {
  return code === 401 || code === 403 || code === 407 ? 'refused' : 'failed'
}
