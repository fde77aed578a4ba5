import { UasCall } from '../call/uas-call.ts'
import { dialogKeyOfRequest } from '../dialog/dialog.ts'
import { defaultPort } from '../dns/locate.ts'
import { parseTag } from '../message/address.ts'
import type { ParseProblem } from '../message/check.ts'
import { createResponse, type ResponseParts } from '../message/create-response.ts'
import type { SipRequest } from '../message/message.ts'
import { parseSdpBody } from '../message/sdp-body.ts'
import { formatVia, parseVia } from '../message/via.ts'
import { parseSdp } from '../sdp/parse.ts'
import type { ServerTransaction } from '../transaction/server.ts'
import { findReplacedDialog } from '../transfer/find-replaced-dialog.ts'
import { type Flow, mayContinue } from '../transport/flow.ts'
import type { AcceptDecision, IncomingCall, IncomingRequest } from './api.ts'
import { checkInitialRequest, checkRequire, respondToOptions } from './check-initial-request.ts'
import { type Core, type DialogHandler, type ReplaceableDialog, respond } from './core.ts'

/** Methods that the application may handle by `onRequest`. */
const applicationMethods = new Set(['REGISTER', 'SUBSCRIBE', 'MESSAGE', 'PUBLISH'])

export interface ReceiveOptions {
  readonly core: Core
  readonly accepts: (request: SipRequest, source: Flow['remote']) => AcceptDecision | Promise<AcceptDecision>
  readonly onInvite: () => ((call: IncomingCall) => void) | null
  readonly onRequest: () => ((request: IncomingRequest) => void) | null
}

/** Handles received requests, in the order of RFC 3261, section 8.2. */
export class RequestReceiver {
  readonly #options: ReceiveOptions
  readonly #calls = new Map<ServerTransaction, UasCall>()
  /** Requests for which `accepts` is pending, so that it is called once per request. */
  readonly #pendingChecks = new Set<string>()

  constructor(options: ReceiveOptions) {
    this.#options = options
  }

  receive(request: SipRequest, arrivedBy: Flow): void {
    const flow = addSourceToVia(request, arrivedBy)
    const { core } = this.#options
    const arrival = core.transactions.receiveRequest(request, flow)
    switch (arrival.type) {
      case 'absorbed':
        return
      case 'ack':
        this.#findDialog(request, flow)?.receiveAck(request)
        return
      case 'cancel':
        this.#receiveCancel(arrival.cancelled, request, flow)
        return
      case 'merged':
        this.#checkAccepted(`${dialogKeyOfRequest(request)} merged`, request, flow, () =>
          this.#respondStateless(request, flow, { status: 482 }),
        )
        return
      case 'overload':
        if (this.#receiveInDialog(request, flow)) return
        this.#checkAccepted(`${dialogKeyOfRequest(request)} overload`, request, flow, () =>
          this.#respondStateless(request, flow, { status: 503, headers: [['Retry-After', '10']] }),
        )
        return
      case 'new':
        if (this.#receiveInDialog(request, flow)) return
        this.#checkAccepted(arrival.key, request, flow, () => this.#process(request, flow))
    }
  }

  /** Responds to a malformed request, if it has a Via and `accepts` allows a response. */
  receiveMalformed(request: SipRequest, problem: ParseProblem, arrivedBy: Flow): void {
    if (request.method === 'ACK' || request.headers.get('Via') === null) return
    const flow = addSourceToVia(request, arrivedBy)
    const key = `${flow.remote.address} ${flow.remote.port} ${request.headers.get('Via')} malformed`
    this.#checkAccepted(key, request, flow, () => this.#respondStateless(request, flow, problem))
  }

  /** Calls `accepts` once per request, and `process` when the request is accepted. */
  #checkAccepted(key: string, request: SipRequest, flow: Flow, process: () => void): void {
    const { core } = this.#options
    if (this.#pendingChecks.has(key)) return
    const act = (verdict: AcceptDecision) => {
      if (verdict === 'process') process()
      else if (verdict !== 'drop') this.#challenge(request, flow, verdict.challenge)
    }
    const verdict = this.#decide(request, flow)
    if (!(verdict instanceof Promise)) {
      act(verdict)
      return
    }
    this.#pendingChecks.add(key)
    void verdict
      .catch((error: unknown): AcceptDecision => {
        core.callbacks.report(error, 'accepts')
        return 'drop'
      })
      .then((settled) => {
        this.#pendingChecks.delete(key)
        core.callbacks.run('message', () => act(settled))
      })
  }

  /** An error in `accepts` counts as `drop`. */
  #decide(request: SipRequest, flow: Flow): AcceptDecision | Promise<AcceptDecision> {
    const { core, accepts } = this.#options
    return core.callbacks.invoke('accepts', () => accepts(request, flow.remote), 'drop')
  }

  #challenge(request: SipRequest, flow: Flow, challenges: readonly string[]): void {
    if (request.method === 'ACK' || request.method === 'CANCEL') return
    const headers = challenges.map((value) => ['WWW-Authenticate', value] as const)
    this.#respondStateless(request, flow, { status: 401, headers })
  }

  #respondStateless(request: SipRequest, flow: Flow, parts: ResponseParts): void {
    const { core } = this.#options
    const headers = [...(parts.headers ?? []), ['Server', core.userAgentName] as const]
    core.transactions.send(createResponse(request, { ...parts, headers }), flow)
  }

  /** Cancels an INVITE of the same owner. The branch is no secret between providers: RFC 3261, 26.1.4. */
  #receiveCancel(invite: ServerTransaction, request: SipRequest, flow: Flow): void {
    const { core } = this.#options
    const [inviter, sender] = [invite.flow.remote.address, flow.remote.address]
    const mayCancel = mayContinue(invite.flow, flow)
    if (mayCancel && inviter === sender) {
      this.#cancel(invite, request, flow)
      return
    }
    const isSameOwner = mayCancel && core.haveSameOwner(inviter, sender)
    this.#checkAccepted(`${dialogKeyOfRequest(request)} cancel`, request, flow, () =>
      isSameOwner
        ? this.#cancel(invite, request, flow)
        : this.#respondStateless(request, flow, { status: 481 }),
    )
  }

  #cancel(invite: ServerTransaction, request: SipRequest, flow: Flow): void {
    const { core } = this.#options
    flow.markKnown()
    respond(core, core.transactions.accept(request, flow), { status: 200 })
    this.#calls.get(invite)?.receiveCancel(request)
  }

  /**
   * Handles a request of an existing dialog from any address: the Contact and the proxies of a peer may have
   * other addresses than the peer itself, and the tags are secret. No limit of other requests applies to BYE,
   * so that calls can always be ended.
   * Returns false when there is no such dialog.
   */
  #receiveInDialog(request: SipRequest, flow: Flow): boolean {
    const { core } = this.#options
    if (request.method === 'CANCEL' || parseTag(request.headers.get('To')) === null) return false
    const user = this.#findDialog(request, flow)
    if (!user) return false
    flow.markKnown()
    const transaction = core.transactions.acceptInDialog(request, flow, {
      key: dialogKeyOfRequest(request),
      dialogFlow: user.handledDialog.flow,
    })
    if (!transaction) {
      this.#respondStateless(request, flow, { status: 503, headers: [['Retry-After', '10']] })
      return true
    }
    const unsupported = checkRequire(core, request)
    if (unsupported) respond(core, transaction, unsupported)
    else user.receive(request, transaction)
    return true
  }

  #findDialog(request: SipRequest, flow: Flow): DialogHandler | null {
    const user = this.#options.core.dialogs.get(dialogKeyOfRequest(request))
    return user && mayContinue(user.handledDialog.flow, flow) ? user : null
  }

  #process(request: SipRequest, flow: Flow): void {
    const { core } = this.#options
    flow.markKnown()
    const takeRequest = this.#options.onRequest()
    if (takeRequest && applicationMethods.has(request.method)) {
      this.#passToApplication(request, core.transactions.accept(request, flow), takeRequest)
      return
    }
    // Without a transaction, so that such requests, whose source may be forged, do not reach the limit for
    // calls.
    const response = checkInitialRequest(core, request) ?? respondToOptions(core, request)
    if (response) this.#respondStateless(request, flow, response)
    else this.#receiveInvite(request, flow)
  }

  #receiveInvite(request: SipRequest, flow: Flow): void {
    const { core } = this.#options
    const replaced = findReplacedDialog(core, request, flow)
    if (replaced && 'status' in replaced) this.#respondStateless(request, flow, replaced)
    else this.#createCall(request, core.transactions.accept(request, flow), replaced)
  }

  #passToApplication(
    request: SipRequest,
    transaction: ServerTransaction,
    take: (request: IncomingRequest) => void,
  ): void {
    const { core } = this.#options
    const unsupported = checkRequire(core, request)
    if (unsupported) {
      respond(core, transaction, unsupported)
      return
    }
    const incoming: IncomingRequest = {
      request,
      source: transaction.flow.remote,
      respond: (status, reason, headers = []) => respond(core, transaction, { status, reason, headers }),
    }
    core.callbacks.run(
      'onRequest',
      () => take(incoming),
      () => respond(core, transaction, { status: 500 }),
    )
  }

  #createCall(request: SipRequest, transaction: ServerTransaction, replaced: ReplaceableDialog | null): void {
    const { core, onInvite } = this.#options
    const body = parseSdpBody(request)
    const offered = body.type === 'sdp' ? body.sdp : null
    if (offered !== null && !parseSdp(offered)) {
      respond(core, transaction, { status: 488, reason: 'Malformed session description' })
      return
    }
    const take = replaced ? (call: IncomingCall) => offerReplacement(replaced, call) : onInvite()
    if (!take) {
      respond(core, transaction, { status: 480 })
      return
    }
    transaction.respond(createResponse(request, { status: 100 }))
    const call = new UasCall(core, transaction, offered, replaced?.call ?? null)
    this.#calls.set(transaction, call)
    call.onEnded(() => this.#calls.delete(transaction))
    core.callbacks.run(
      'onInvite',
      () => take(call),
      () => call.refuse(500),
    )
  }
}

/** Emits an INVITE that replaces a call, and rejects it when no listener takes it. */
function offerReplacement({ events }: ReplaceableDialog, call: IncomingCall): void {
  let isTaken = false
  const take = () => {
    isTaken = true
    return call
  }
  events.emit({ type: 'replacement', take })
  if (!isTaken) call.refuse(481)
}

/**
 * Adds the source to the top Via, and returns the flow for the responses: RFC 3261, 18.2.1 and 18.2.2; RFC
 * 3581, section 4.
 */
function addSourceToVia(request: SipRequest, flow: Flow): Flow {
  const [first = '', ...others] = request.headers.list('Via')
  const via = parseVia(first)
  if (!via) return flow
  const { address, port } = flow.remote
  const parameters = new Map(via.parameters)
  const asksForPort = parameters.has('rport')
  if (asksForPort) parameters.set('rport', String(port))
  if (asksForPort || via.host.toLowerCase() !== address.toLowerCase()) parameters.set('received', address)
  request.headers.delete('Via')
  request.headers.prependAll('Via', [formatVia({ ...via, parameters }), ...others])
  return asksForPort ? flow : flow.withPort(via.port ?? defaultPort(flow.protocol))
}
