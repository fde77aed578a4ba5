import { randomBytes } from 'node:crypto'
import { canonicalIp } from '@parley/primitives/node'
import type { DialogSendLimit } from '../dialog/send-limit.ts'
import type { DigestClient } from '../digest/client.ts'
import { type Endpoint, locateEndpoints } from '../dns/locate.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import type { SipUri } from '../message/uri.ts'
import { branchCookie, formatVia } from '../message/via.ts'
import type { ClientTransaction, ClientTransactionHandlers } from '../transaction/client.ts'
import { type Flow, type Protocol, toVerifiedServer, type VerifiedServer } from '../transport/flow.ts'
import type { EndpointFilter, FailureCause } from './api.ts'
import type { Core } from './core.ts'

/**
 * A request may pass a registrar and a few proxies. A peer that challenges each response would never end
 * otherwise.
 */
const maxAnsweredChallenges = 4

type RetrierFailureCause = Extract<FailureCause, 'timeout' | 'transport' | 'forbidden'>

export interface RequestRetrierOptions {
  /** Returns the request, with the next CSeq each time. Via, User-Agent and authorization are added. */
  readonly build: (flow: Flow) => SipRequest
  readonly nextHop: SipUri
  readonly protocol?: Protocol | undefined
  /** A connection to reuse while it is open. */
  readonly flow?: Flow | null
  /** That of a former connection; of `flow` when absent. */
  readonly verifiedServer?: VerifiedServer | null
  readonly digest: DigestClient | null
  readonly isEndpointAllowed: EndpointFilter
  /** The limit of the dialog in which the request is sent. */
  readonly sendLimit?: DialogSendLimit
  readonly onProvisional?: (response: SipResponse, transaction: ClientTransaction) => void
  /** Called with a final response, unless it is a challenge that is answered. For INVITE, with every 2xx. */
  readonly onFinal: (response: SipResponse, transaction: ClientTransaction) => void
  /** Called when no response arrived, or the request could not be sent. */
  readonly onFailure: (cause: RetrierFailureCause, reason: string) => void
  /** Called with each transaction: one per endpoint, and one more with authorization. */
  readonly onSent?: (transaction: ClientTransaction) => void
}

/**
 * Sends a request until it has a final response: locates the endpoints of the next hop (RFC 3263), fails over
 * to the next one when one is unreachable, silent or responds 503, and answers challenges (RFC 3261, 22.2).
 */
export class RequestRetrier {
  readonly #core: Core
  readonly #options: RequestRetrierOptions
  readonly #answeredRealms = new Set<string>()
  #answeredChallenges = 0
  readonly #authorization = new Map<string, string>()
  #endpoints: Endpoint[] = []
  #stopped = false
  #retriesDisabled = false

  constructor(core: Core, options: RequestRetrierOptions) {
    this.#core = core
    this.#options = options
    this.#start().catch((error: Error) => this.#fail('transport', error.message))
  }

  /** Stops sending. Responses to requests in progress are ignored. */
  stop(): void {
    this.#stopped = true
  }

  /** Disables retries with another endpoint or with authorization. The request in progress continues. */
  disableRetries(): void {
    this.#retriesDisabled = true
  }

  async #start(): Promise<void> {
    const { nextHop, protocol, flow } = this.#options
    if (flow?.open && flow.reliable) {
      this.#send(flow)
      return
    }
    const preferred = protocol ?? (flow?.protocol === 'udp' ? 'udp' : undefined)
    const { verifiedServer = flow ? toVerifiedServer(flow) : null } = this.#options
    this.#endpoints = await findEndpoints(this.#core, nextHop, preferred, verifiedServer)
    await this.#tryNextEndpoint('transport', 'The host of the peer was not found')
  }

  /**
   * @param cause why the previous endpoint failed, and `reason` the same in words: reported when no endpoint
   * is left.
   */
  async #tryNextEndpoint(cause: RetrierFailureCause, reason: string): Promise<void> {
    const place = this.#endpoints.shift()
    if (this.#stopped) return
    if (!place || this.#retriesDisabled) return this.#fail(cause, reason)
    const flow = await connect(this.#core, place, this.#options).catch((error: Error) => error)
    if (this.#stopped) return
    if (this.#retriesDisabled) {
      this.#fail(cause, reason)
      return
    }
    if (flow instanceof Error) {
      const failureCause = flow instanceof ForbiddenEndpointError ? 'forbidden' : 'transport'
      return await this.#tryNextEndpoint(failureCause, `The peer cannot be reached: ${flow.message}`)
    }
    this.#send(flow)
  }

  #send(flow: Flow): void {
    const request = this.#options.build(flow)
    const branch = `${branchCookie}${randomBytes(12).toString('hex')}`
    const { host, port } = flow.local
    const parameters = new Map([
      ['branch', branch],
      ['rport', null],
    ])
    request.headers.prepend(
      'Via',
      formatVia({ transport: flow.protocol.toUpperCase(), host, port, parameters }),
    )
    for (const [name, value] of this.#authorization) request.headers.append(name, value)
    request.headers.append('User-Agent', this.#core.userAgentName)

    const { sendLimit } = this.#options
    const handlers: ClientTransactionHandlers = {
      provisional: (response) => {
        sendLimit?.recordAnswer(flow)
        this.#options.onProvisional?.(response, transaction)
      },
      final: (response) => {
        sendLimit?.recordAnswer(flow)
        this.#receiveFinal(response, transaction)
      },
      timeout: () => this.#tryNextOrFail('timeout', 'The peer did not answer'),
      transport: (error) => this.#tryNextOrFail('transport', `The peer cannot be reached: ${error.message}`),
    }
    const transaction = this.#core.transactions.request(request, flow, handlers, sendLimit)
    this.#options.onSent?.(transaction)
  }

  #receiveFinal(response: SipResponse, transaction: ClientTransaction): void {
    if (this.#stopped) return
    if (this.#retriesDisabled) {
      this.#options.onFinal(response, transaction)
      return
    }
    if (response.status === 503 && this.#endpoints.length > 0) {
      this.#tryNextOrFail('transport', response.reason)
      return
    }
    if ((response.status === 401 || response.status === 407) && this.#authorize(response, transaction)) {
      this.#send(transaction.flow)
      return
    }
    this.#options.onFinal(response, transaction)
  }

  #authorize(response: SipResponse, { request, flow }: ClientTransaction): boolean {
    const [asks, answers] =
      response.status === 401
        ? ['WWW-Authenticate', 'Authorization']
        : ['Proxy-Authenticate', 'Proxy-Authorization']
    if (this.#answeredChallenges >= maxAnsweredChallenges) return false
    this.#answeredChallenges += 1
    const challenges = response.headers.all(asks)
    const value = this.#options.digest?.authorize(
      flow.remote,
      challenges,
      request.method,
      request.uri,
      this.#answeredRealms,
    )
    if (value == null) return false
    this.#authorization.set(answers, value)
    return true
  }

  #tryNextOrFail(cause: RetrierFailureCause, reason: string): void {
    if (this.#stopped) return
    if (this.#endpoints.length > 0 && !this.#retriesDisabled)
      this.#tryNextEndpoint(cause, reason).catch((error: Error) => this.#fail(cause, error.message))
    else this.#fail(cause, reason)
  }

  #fail(cause: RetrierFailureCause, reason: string): void {
    if (this.#stopped) return
    this.#stopped = true
    this.#options.onFailure(cause, reason)
  }
}

/** Returns a flow to the first reachable endpoint of `nextHop`. Rejects when none is reachable. */
export async function resolveFlow(
  core: Core,
  nextHop: SipUri,
  options: { readonly flow: Flow; readonly isEndpointAllowed: EndpointFilter },
): Promise<Flow> {
  const { flow: former } = options
  for (const place of await findEndpoints(core, nextHop, former.protocol, toVerifiedServer(former))) {
    const flow = await connect(core, place, options).catch(() => null)
    if (flow) return flow
  }
  throw new Error('The peer cannot be reached')
}

/**
 * Returns the endpoints of the next hop. Where TLS is preferred, no other transport is used, also if the peer
 * demands it, because requests contain the keys of the audio. A Contact often has the IP address of the peer, for which its
 * certificate is not valid; it must be valid for the name of the former connection then.
 */
async function findEndpoints(
  { resolver, transports }: Core,
  nextHop: SipUri,
  preferred: Protocol | undefined,
  verifiedServer: VerifiedServer | null,
): Promise<Endpoint[]> {
  const protocols = preferred === 'tls' ? (['tls'] as const) : transports.protocols
  const found = await locateEndpoints(nextHop, { resolver, protocols, preferred })
  return found.map((place) =>
    place.address === verifiedServer?.address ? { ...place, serverName: verifiedServer.name } : place,
  )
}

class ForbiddenEndpointError extends Error {}

async function connect(
  { transports, callbacks, findPeerGroup }: Core,
  place: Endpoint,
  { flow: former, isEndpointAllowed }: Pick<RequestRetrierOptions, 'flow' | 'isEndpointAllowed'>,
): Promise<Flow> {
  if (!callbacks.invoke('mayConnect', () => isEndpointAllowed(place), false))
    throw new ForbiddenEndpointError(`The address ${place.address} is not allowed`)
  // Within a dialog, the messages of its peer name the endpoint.
  return await transports.connect(place, former ? findPeerGroup(canonicalIp(former.remote.address)) : null)
}
