import { isLoopback, resolveHost } from '@parley/primitives/node'
import {
  type AcceptDecision,
  createUserAgent,
  type OutgoingCall,
  parseStoredDialog,
  type RemoteEndpoint,
  type UserAgent,
} from '@parley/sip'
import type { EngineEvent } from '../../engine-event.ts'
import type { LegId } from '../../identifiers.ts'
import type { JsonValue } from '../../json-value.ts'
import { type CallerId, EngineError } from '../../port.ts'
import type { TrunkConfig, TrunkId, TrunkState, TrunkTest } from '../../trunk.ts'
import type { EmbeddedEngineOptions } from '../options.ts'
import type { CallAddresses } from '../phone/audio-negotiator.ts'
import { LegCalls } from '../phone/leg-calls.ts'
import { ActiveTrunk } from './active-trunk.ts'
import { createAgentOptions, createResolver } from './agent-options.ts'
import { IncomingCalls } from './incoming-calls.ts'
import { legIdHeader } from './incoming-identity.ts'
import { findAddressOwner, listTrunksAt } from './select-trunk.ts'
import { testTrunk } from './trunk-test.ts'
import { createIdentityUri, createTrunkUri, toDestination } from './trunk-uri.ts'

/** The SIP side of the engine: trunks, outgoing calls through them, and their incoming calls. */
export class Telephony implements AsyncDisposable {
  readonly incoming: IncomingCalls
  readonly calls: LegCalls
  readonly #options: EmbeddedEngineOptions
  readonly #emit: (event: EngineEvent) => void
  readonly #trunks = new Map<TrunkId, ActiveTrunk>()
  /** The last pending change of each trunk. */
  readonly #changes = new Map<TrunkId, Promise<void>>()
  #agent!: UserAgent
  #registration: 'on' | 'off' = 'on'

  private constructor(options: EmbeddedEngineOptions, emitEvent: (event: EngineEvent) => void) {
    this.#options = options
    this.#emit = emitEvent
    this.calls = new LegCalls(emitEvent)
    this.incoming = new IncomingCalls({
      log: options.log,
      emit: emitEvent,
      listTrunks: () => this.#trunks.values(),
      callAddresses: (trunk) => this.callAddresses(trunk),
    })
  }

  /** Rejects when a port is in use. */
  static async start(
    options: EmbeddedEngineOptions,
    emitEvent: (event: EngineEvent) => void,
  ): Promise<Telephony> {
    const telephony = new Telephony(options, emitEvent)
    telephony.#agent = await createUserAgent({
      ...createAgentOptions(options),
      accepts: (_request, source) => telephony.#decide(source),
      onError: (error, where) => options.log?.('sip.callback_failed', { where, reason: String(error) }),
      findPeerOwner: (address) => findAddressOwner(telephony.#trunks.values(), address),
    })
    // The user agent logs a rejection and refuses the call.
    telephony.#agent.onInvite = (call) => telephony.incoming.receive(call)
    return telephony
  }

  get addresses(): UserAgent['addresses'] {
    return this.#agent.addresses
  }

  trunk(id: TrunkId): TrunkConfig | null {
    return this.#trunks.get(id)?.config ?? null
  }

  trunkState(id: TrunkId): TrunkState | null {
    return this.#trunks.get(id)?.state ?? null
  }

  useTrunk(config: TrunkConfig): Promise<void> {
    return this.#runExclusive(config.id, () => this.#replaceTrunk(config))
  }

  removeTrunk(id: TrunkId): Promise<void> {
    return this.#runExclusive(id, async () => {
      const activeTrunk = this.#trunks.get(id)
      this.#trunks.delete(id)
      await activeTrunk?.close()
    })
  }

  async grantTrunkAddresses(id: TrunkId, lookupId: string, addresses: readonly string[]): Promise<void> {
    await this.#trunks.get(id)?.grant(lookupId, addresses)
  }

  async suspendTrunks(): Promise<void> {
    this.#registration = 'off'
    await Promise.all([...this.#trunks.values()].map(({ currentConfig }) => this.useTrunk(currentConfig)))
  }

  async resumeTrunks(configs: readonly TrunkConfig[]): Promise<void> {
    this.#registration = 'on'
    const ids = new Set(configs.map(({ id }) => id))
    const removed = [...this.#trunks.keys()].filter((id) => !ids.has(id))
    await Promise.all([
      ...removed.map((id) => this.removeTrunk(id)),
      ...configs.map((config) => this.useTrunk(config)),
    ])
  }

  async endLostCall(trunkId: TrunkId, stored: JsonValue): Promise<'confirmed' | 'not-confirmed'> {
    const trunk = this.trunk(trunkId)
    if (!trunk) throw new EngineError('no-such-trunk')
    const dialog = parseStoredDialog(stored)
    if (!dialog) throw new EngineError('invalid-dialog')
    const { isAllowed } = this.callAddresses(trunk)
    const mayChallenge = this.#challengeFilter(trunk)
    const outcome = await this.#agent.endDialog({ dialog, ...toDestination(trunk, isAllowed), mayChallenge })
    // 481: the far end has ended the call itself.
    return outcome.ok || outcome.status === 481 ? 'confirmed' : 'not-confirmed'
  }

  async testTrunk(config: TrunkConfig): Promise<TrunkTest> {
    const result = await testTrunk(this.#agent, config, {
      isAllowed: (address) => this.#isPeerAllowed(address, config),
      resolver: createResolver(this.#options),
    })
    // A registrar may store one binding for each account, and the test has replaced it.
    this.#trunks.get(config.id)?.refreshRegistration()
    return result
  }

  /** Returns the IP address for the SDP of calls through a trunk, where its audio is received. */
  getMediaAddress({ host }: TrunkConfig): string {
    const { mediaHost, sipHost, publicHost } = this.#options
    const bound = mediaHost ?? sipHost
    if (bound !== '0.0.0.0' && bound !== '::') return isLoopback(bound) ? bound : (publicHost ?? bound)
    return isLoopback(host) || !publicHost ? '127.0.0.1' : publicHost
  }

  invite(
    trunk: TrunkConfig,
    call: {
      readonly legId: LegId
      readonly to: string
      readonly as: CallerId
      readonly ringTimeoutMs?: number
      /** The dialog of the trunk to replace; RFC 3891. */
      readonly replaces?: string | null
    },
    offer: string,
  ): OutgoingCall {
    const from = createIdentityUri(trunk, call.as.number)
    return this.#agent.invite({
      ...toDestination(trunk, (address) => this.#isTrunkAddress(address, trunk)),
      isDialogEndpointAllowed: ({ address }) => this.callAddresses(trunk).isAllowed(address),
      mayChallenge: this.#challengeFilter(trunk),
      target: createTrunkUri(trunk, call.to),
      to: createIdentityUri(trunk, call.to),
      from,
      displayName: call.as.name ?? undefined,
      assertedIdentity: from,
      offer,
      ringTimeoutMs: call.ringTimeoutMs ?? 60_000,
      ...(call.replaces ? { replaces: call.replaces } : {}),
      ...(trunk.linksConferences ? { headers: { [legIdHeader]: call.legId } } : {}),
      onAcknowledged: () => this.#emit({ type: 'dialled-leg-answered', at: Date.now(), legId: call.legId }),
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.incoming.rejectAll('not-now')
    await Promise.all(this.#changes.values())
    await Promise.all([...this.#trunks.values()].map((activeTrunk) => activeTrunk.close()))
    await this.#agent.close()
  }

  /** Returns whether a request comes from an address of a trunk, by a transport that it may use. */
  isFromTrunk(source: RemoteEndpoint, trunkId: TrunkId): boolean {
    return listTrunksAt(this.#trunks.values(), source).some(({ config }) => config.id === trunkId)
  }

  /**
   * Returns with which addresses the calls of a trunk may exchange audio and requests. They may belong to trunks of
   * other owners: a request in a dialog that the peer does not know costs nothing, and an owner may enter any address,
   * and could end the calls of others.
   */
  callAddresses(trunk: TrunkConfig): CallAddresses {
    const { id: trunkId } = trunk
    return {
      own: this.getMediaAddress(trunk),
      isAllowed: (address) =>
        this.#logIfBlocked(this.#options.isAddressAllowed?.(address, trunkId) ?? true, address, trunkId),
      ofTrunk: () => this.#trunks.get(trunkId)?.addresses ?? [],
      resolveHost: this.#options.resolveHost ?? resolveHost,
    }
  }

  /** Returns whether requests outside of a dialog may be sent to an IP address on behalf of a trunk. */
  #isPeerAllowed(address: string, trunk: TrunkConfig): boolean {
    const isForbidden = !(this.#options.isAddressAllowed?.(address, trunk.id) ?? true)
    return this.#logIfBlocked(!isForbidden && !this.#isAddressTaken(address, trunk), address, trunk.id)
  }

  /** Returns whether a trunk may place calls at an IP address. False for a trunk that has been removed meanwhile. */
  #isTrunkAddress(address: string, trunk: TrunkConfig): boolean {
    return (
      this.#isPeerAllowed(address, trunk) && (this.#trunks.get(trunk.id)?.mayUseAddress(address) ?? false)
    )
  }

  /** Far ends of calls may name any endpoint for the requests in a dialog. Only those of the trunk get its password. */
  #challengeFilter({ id }: TrunkConfig): (endpoint: RemoteEndpoint) => boolean {
    return ({ address }) => this.#trunks.get(id)?.hasAddress(address) ?? false
  }

  #logIfBlocked(isAllowed: boolean, address: string, trunkId: TrunkId): boolean {
    if (!isAllowed) this.#options.log?.('trunk.address_blocked', { trunkId, address }, 'warn')
    return isAllowed
  }

  /**
   * Returns whether an address belongs to a trunk of another owner that the peer identifies by our IP
   * address: a name may resolve to it between two checks, and the peer would charge that owner.
   */
  #isAddressTaken(address: string, { id, owner, isContactOnly }: TrunkConfig): boolean {
    // The operator has chosen the address of a built-in trunk, and its calls name their account.
    if (isContactOnly) return false
    return [...this.#trunks.values()].some(
      (activeTrunk) =>
        activeTrunk.config.id !== id &&
        activeTrunk.config.owner !== owner &&
        !activeTrunk.config.isContactOnly &&
        (activeTrunk.config.username === null || activeTrunk.config.password === null) &&
        activeTrunk.hasAddress(address),
    )
  }

  async #replaceTrunk(config: TrunkConfig): Promise<void> {
    const replaced = this.#trunks.get(config.id) ?? null
    await replaced?.close()
    const on: ConstructorParameters<typeof ActiveTrunk>[2] = {
      registration: this.#registration,
      isAddressAllowed: (address) => this.#isPeerAllowed(address, config),
      resolver: createResolver(this.#options),
      found: (lookupId, addresses) =>
        this.#emit({
          type: 'trunk-addresses-found',
          at: Date.now(),
          trunkId: config.id,
          lookupId,
          addresses,
        }),
      unresolved: (host) => this.#options.log?.('trunk.lookup_failed', { trunkId: config.id, host }, 'warn'),
      limited: (host, max) =>
        this.#options.log?.('trunk.addresses_limited', { trunkId: config.id, host, max }, 'warn'),
      taken: (addresses) =>
        this.#options.log?.(
          'trunk.address_taken',
          { trunkId: config.id, addresses: addresses.join(' ') },
          'warn',
        ),
      error: (error) =>
        this.#options.log?.('trunk.set_up_failed', { trunkId: config.id, reason: String(error) }),
      state: (state) => {
        this.#options.log?.('trunk.changed', { trunkId: config.id, status: state.status })
        const { id: trunkId, revision } = config
        this.#emit({ type: 'trunk-state', at: Date.now(), trunkId, ...(revision && { revision }), state })
      },
    }
    const activeTrunk = new ActiveTrunk(config, this.#agent, on, replaced)
    this.#trunks.set(config.id, activeTrunk)
    await activeTrunk.start()
  }

  /** Serializes the changes of one trunk: concurrent ones would leave a registration that is never closed. */
  #runExclusive(id: TrunkId, change: () => Promise<void>): Promise<void> {
    const done = (this.#changes.get(id) ?? Promise.resolve()).then(change)
    const settled = done
      .catch(() => undefined)
      .then(() => {
        if (this.#changes.get(id) === settled) this.#changes.delete(id)
      })
    this.#changes.set(id, settled)
    return done
  }

  /** Requests from unknown addresses get no response, so that scanners do not detect the server. */
  #decide(source: RemoteEndpoint): AcceptDecision {
    return listTrunksAt(this.#trunks.values(), source).length > 0 ? 'process' : 'drop'
  }
}
