import { type OutboundProxy, parseOutboundProxy, requireSipUri } from '../call/invite-request.ts'
import { DigestClient } from '../digest/client.ts'
import { formatNameAddress, parseNameAddress } from '../message/address.ts'
import { parseInteger } from '../message/grammar.ts'
import { SipHeaders } from '../message/headers.ts'
import { noBody, type SipRequest, type SipResponse } from '../message/message.ts'
import { encodeUser, parseSipUri, type SipUri } from '../message/uri.ts'
import type { Flow } from '../transport/flow.ts'
import type { Refusal, RegisterOptions, Registration, RegistrationState } from './api.ts'
import { type Core, formatContact, newCallId, newTag } from './core.ts'
import type { EndpointFilter } from './endpoint-filter.ts'
import { createLocalRefusal, toRefusal } from './refusal.ts'
import { RequestRetrier } from './request-retrier.ts'

const defaultExpiresSeconds = 600
/** A registrar needs one longer expiry; an endless series of them would be sent without a pause. */
const maxLongerExpiries = 5
/** Exponential backoff with jitter after network failures; RFC 5626, 4.5. */
const firstRetryMs = 2_000
const maxRetryMs = 300_000
/** A flow that is closed earlier counts as a failure; RFC 5626, 4.5. */
const stableFlowMs = 120_000
/** NAT bindings for UDP last at least 30 s; two line breaks refresh them. RFC 5626, 3.5.1 and 4.4. */
const udpKeepAliveMs = 25_000
/** Slower backoff after a failure response: frequent retries with a wrong password would lock the account. */
const firstRetryAfterRefusalMs = 60_000
const maxRetryAfterRefusalMs = 3_600_000
/** A registrar may ask for more time than that, but not leave the trunk unregistered for months. */
const maxRequestedDelayMs = 86_400_000

/** A registration binding that is refreshed until it is closed; RFC 3261, section 10.2. */
export class RegistrationBinding implements Registration {
  readonly #core: Core
  readonly #options: RegisterOptions
  readonly #registrar: SipUri
  readonly #proxy: OutboundProxy | null
  readonly #user: string | null
  readonly #digest: DigestClient | null
  readonly #isEndpointAllowed: EndpointFilter
  readonly #callId = newCallId()
  readonly #tag = newTag()
  readonly #listeners = new Set<(state: RegistrationState) => void>()
  readonly #closeHandler = () => this.close()
  #expiresSeconds: number
  /** Number of longer expiries required since the last success. */
  #longerExpiries = 0
  #sequence = 0
  #failures = 0
  /** Number of flows in succession that were closed soon after their registration. */
  #shortFlows = 0
  #state: RegistrationState = { phase: 'registering' }
  #contact: string | null = null
  #flow: Flow | null = null
  #retrier: RequestRetrier | null = null
  #cancelScheduled: () => void = () => {}
  #cancelKeepAlive: () => void = () => {}
  #removeFlowListener: () => void = () => {}
  #closing: Promise<void> | null = null

  constructor(core: Core, options: RegisterOptions) {
    this.#core = core
    this.#options = options
    this.#registrar = requireSipUri(options.registrar, 'registrar')
    const { user } = requireSipUri(options.aor, 'aor')
    this.#user = options.contactUser === undefined ? user : encodeUser(options.contactUser)
    this.#proxy = parseOutboundProxy(options)
    this.#isEndpointAllowed = options.isEndpointAllowed ?? core.isEndpointAllowed
    const { credentials } = options
    this.#digest = credentials ? new DigestClient(credentials, this.#isEndpointAllowed) : null
    this.#expiresSeconds = options.expiresSeconds ?? defaultExpiresSeconds
    core.closeHandlers.add(this.#closeHandler)
    this.#register()
  }

  get state(): RegistrationState {
    return this.#state
  }

  get contact(): string | null {
    return this.#contact
  }

  onState(listener: (state: RegistrationState) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  refresh(): void {
    if (!this.#closing) this.#register()
  }

  close(): Promise<void> {
    this.#closing ??= this.#remove()
    return this.#closing
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #register(): void {
    this.#cancelScheduled()
    this.#retrier?.stop()
    if (this.#state.phase !== 'registered') this.#setState({ phase: 'registering' })
    this.#retrier = this.#send(this.#expiresSeconds, {
      onFinal: (response) => this.#receive(response),
      onFailure: (refusal) => this.#fail(refusal),
    })
  }

  async #remove(): Promise<void> {
    this.#cancelScheduled()
    this.#cancelKeepAlive()
    this.#removeFlowListener()
    this.#retrier?.stop()
    const bound = this.#contact !== null
    if (bound) {
      await new Promise<void>((resolve) => {
        this.#send(0, { onFinal: () => resolve(), onFailure: () => resolve() })
      })
    }
    this.#core.closeHandlers.delete(this.#closeHandler)
    this.#setState({ phase: 'closed' })
  }

  #send(
    expiresSeconds: number,
    on: { readonly onFinal: (response: SipResponse) => void; readonly onFailure: (refusal: Refusal) => void },
  ): RequestRetrier {
    return new RequestRetrier(this.#core, {
      build: (flow) => this.#build(flow, expiresSeconds),
      nextHop: this.#proxy?.uri ?? this.#registrar,
      protocol: this.#options.transport,
      flow: this.#flow,
      digest: this.#digest,
      isEndpointAllowed: this.#isEndpointAllowed,
      onFinal: on.onFinal,
      onFailure: (cause, reason) =>
        on.onFailure(createLocalRefusal(cause, cause === 'timeout' ? 408 : 503, reason)),
    })
  }

  #build(flow: Flow, expiresSeconds: number): SipRequest {
    const { aor, displayName = '', registrar } = this.#options
    if (flow !== this.#flow) this.#setFlow(flow)
    this.#contact = formatContact(flow, this.#user).slice(1, -1)
    this.#sequence += 1
    const address = (parameters: Map<string, string>) =>
      formatNameAddress({ displayName, uri: aor, parameters })
    const headers = SipHeaders.of([
      ['Max-Forwards', '70'],
      ['From', address(new Map([['tag', this.#tag]]))],
      ['To', address(new Map())],
      ['Call-ID', this.#callId],
      ['CSeq', `${this.#sequence} REGISTER`],
      ['Contact', `<${this.#contact}>;expires=${expiresSeconds}`],
      ['Expires', String(expiresSeconds)],
    ])
    if (this.#proxy) headers.append('Route', this.#proxy.route)
    return { kind: 'request', method: 'REGISTER', uri: registrar, headers, body: noBody }
  }

  #receive(response: SipResponse): void {
    if (response.status === 423) {
      const required = parseInteger(response.headers.get('Min-Expires'), 86_400)
      const isLonger = required !== null && required > this.#expiresSeconds
      if (isLonger && this.#longerExpiries < maxLongerExpiries) {
        this.#longerExpiries += 1
        this.#expiresSeconds = required
        this.#register()
        return
      }
    }
    if (response.status >= 300) {
      this.#fail(toRefusal(response))
      return
    }
    const granted = this.#grantedSeconds(response)
    if (granted === 0) {
      this.#fail({ ...toRefusal(response), reason: 'The registrar has not registered our address' })
      return
    }
    this.#failures = 0
    this.#longerExpiries = 0
    const seconds = Math.max(granted, 10)
    this.#setState({ phase: 'registered', expiresAt: this.#core.clock.now() + seconds * 1000 })
    this.#keepAlive()
    // Early enough to retry a lost refresh before the binding expires.
    const refreshMs = Math.max(seconds * 1000 - Math.max(seconds * 150, 32_000), seconds * 500)
    this.#schedule(refreshMs)
  }

  /**
   * Returns the expiry that the registrar granted to our Contact, in seconds; 0 when it has not bound it. RFC 3261,
   * 10.2.4.
   *
   * A registrar may replace the address of a Contact by that of the NAT from which the request came, so that its
   * user part identifies it. The response must list all bindings. Some registrars omit them, and then the
   * response must at least contain an expiry.
   */
  #grantedSeconds({ headers }: SipResponse): number {
    const listed = headers.list('Contact')
    if (listed.length === 0) return parseInteger(headers.get('Expires'), 86_400) ?? 0
    const own = parseSipUri(this.#contact ?? '')
    const bindings = listed.flatMap((value) => {
      const address = parseNameAddress(value)
      const bound = address && parseSipUri(address.uri)
      return bound?.user === own?.user && bound ? [{ ...address, bound }] : []
    })
    const exact = bindings.find(({ bound }) => bound.host === own?.host && bound.port === own?.port)
    const binding = exact ?? (own?.user ? bindings[0] : undefined)
    if (!binding) return 0
    const text = binding.parameters.get('expires') ?? headers.get('Expires')
    return parseInteger(text, 86_400) ?? this.#expiresSeconds
  }

  #fail(refusal: Refusal): void {
    const refused = refusal.cause === 'response'
    const [first, longest] = refused
      ? [firstRetryAfterRefusalMs, maxRetryAfterRefusalMs]
      : [firstRetryMs, maxRetryMs]
    const waitMs = Math.min(first * 2 ** Math.min(this.#failures, 20), longest) * (0.5 + Math.random() / 2)
    const retryAfterMs = Math.min((refusal.retryAfterSeconds ?? 0) * 1000, maxRequestedDelayMs)
    const retryMs = Math.max(waitMs, retryAfterMs)
    this.#failures += 1
    this.#setState({ phase: 'failed', retryAt: this.#core.clock.now() + retryMs, ...refusal })
    this.#schedule(retryMs)
  }

  #setFlow(flow: Flow): void {
    const { clock } = this.#core
    const openedAt = clock.now()
    this.#removeFlowListener()
    this.#flow = flow
    this.#removeFlowListener = flow.onClosed(() => {
      if (this.#state.phase === 'registered' && !this.#closing) this.#replaceFlow(clock.now() - openedAt)
    })
  }

  /**
   * Incoming calls arrive by the flow: when it fails, register again soon. Where that happens each time, the delay
   * increases, because each new flow adds a binding; RFC 5626, 4.5.
   */
  #replaceFlow(livedMs: number): void {
    if (livedMs >= stableFlowMs) {
      this.#shortFlows = 0
      this.#schedule(Math.random() * firstRetryMs)
      return
    }
    this.#failures = this.#shortFlows
    this.#shortFlows += 1
    this.#fail(createLocalRefusal('transport', 503, 'The registrar has closed the connection'))
  }

  /** Sends keep-alives over UDP. Connections send their own. */
  #keepAlive(): void {
    this.#cancelKeepAlive()
    const flow = this.#flow
    if (!flow || flow.reliable) return
    this.#cancelKeepAlive = this.#core.clock.after(udpKeepAliveMs, () => {
      flow.send(new TextEncoder().encode('\r\n\r\n')).catch(() => {})
      this.#keepAlive()
    })
  }

  #schedule(delayMs: number): void {
    this.#cancelScheduled()
    this.#cancelScheduled = this.#core.clock.after(delayMs, () => this.#register())
  }

  #setState(state: RegistrationState): void {
    this.#state = state
    for (const listener of [...this.#listeners])
      this.#core.callbacks.run('registration state', () => listener(state))
  }
}
