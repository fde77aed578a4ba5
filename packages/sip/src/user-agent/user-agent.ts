import { checkInvite } from '../call/invite-request.ts'
import { CallingCall } from '../call/outgoing-call.ts'
import { stoppableClock, systemClock } from '../clock.ts'
import { defaultPort, type Place, systemResolver } from '../dns/locate.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { parseMessage } from '../message/parse.ts'
import { parseVia } from '../message/via.ts'
import { defaultTimers } from '../transaction/timers.ts'
import { Transactions } from '../transaction/transactions.ts'
import type { Flow } from '../transport/flow.ts'
import { defaultLimits } from '../transport/limits.ts'
import { traceText } from '../transport/trace.ts'
import { Transports } from '../transport/transports.ts'
import type { IncomingCall, IncomingRequest, UserAgent, UserAgentOptions } from './api.ts'
import { Callbacks, warn } from './callbacks.ts'
import type { Core } from './core.ts'
import { RequestReceiver } from './receive-request.ts'
import { KeptRegistration } from './registration.ts'
import { sendOptions } from './send-options.ts'

/** How long `close` waits for peers to confirm the end of calls and registrations. */
const farewellMs = 2_000

/**
 * Creates a user agent that listens on its transports.
 *
 * @throws {Error} it cannot listen on one of them; then it listens on none.
 */
export async function createUserAgent(options: UserAgentOptions): Promise<UserAgent> {
  const callbacks = new Callbacks(options.onError ?? warn)
  const clock = stoppableClock(options.clock ?? systemClock, (error) => callbacks.report(error, 'timer'))
  const limits = { ...defaultLimits, ...options.limits }
  const timers = { ...defaultTimers, ...options.timers }
  let onInvite: ((call: IncomingCall) => void) | null = null
  let onRequest: ((request: IncomingRequest) => void) | null = null

  const trace = (direction: 'sent' | 'received', bytes: Uint8Array, flow: Flow) =>
    callbacks.run('onTrace', () => options.onTrace?.(direction, flow.remote, traceText(bytes)))
  const transactions = new Transactions({
    clock,
    timers,
    limits,
    onSend: (bytes, flow) => trace('sent', bytes, flow),
    wayBack: (request, flow) => transports.connect(placeOfSender(request, flow)),
  })
  const transports: Transports = await Transports.open({
    listen: options.listen,
    publicHost: options.publicHost ?? null,
    tlsClient: options.tlsClient ?? {},
    limits,
    clock,
    isKnownPeer: (address) =>
      callbacks.ask('isKnownPeer', () => options.isKnownPeer?.(address) ?? true, false) ||
      [...core.dialogs.values()].some((user) => user.hasPeerAt(address)),
    onMessage: (bytes, flow) => {
      trace('received', bytes, flow)
      callbacks.run('message', () => receive(bytes, flow))
    },
  })
  const core: Core = {
    clock,
    timers,
    transports,
    transactions,
    callbacks,
    resolver: options.resolver ?? systemResolver,
    mayConnect: options.mayConnect ?? (() => true),
    userAgentName: options.userAgentName,
    sessionExpiresSeconds: options.sessionExpiresSeconds ?? 1_800,
    minimumSessionExpiresSeconds: options.minimumSessionExpiresSeconds ?? 90,
    dialogs: new Map(),
    closers: new Set(),
  }
  const receiver = new RequestReceiver({
    core,
    accepts: options.accepts ?? (() => 'process'),
    onInvite: () => onInvite,
    onRequest: () => onRequest,
  })

  function receive(bytes: Uint8Array, flow: Flow): void {
    const result = parseMessage(bytes, limits)
    const { message } = result
    if (message?.kind === 'request') {
      if (result.ok) receiver.receive(message, flow)
      else receiver.receiveMalformed(message, result.problem, flow)
    } else if (result.ok && message?.kind === 'response' && isForUs(message))
      transactions.receiveResponse(message)
  }

  let closing: Promise<void> | null = null
  async function close(): Promise<void> {
    onInvite = null
    onRequest = null
    const farewells = Promise.allSettled([...core.closers].map((closeOne) => closeOne()))
    let cancel: () => void = () => {}
    const enough = new Promise<void>((resolve) => {
      cancel = clock.after(farewellMs, resolve)
    })
    await Promise.race([farewells, enough])
    cancel()
    transactions.close()
    await transports.close()
    // Timers of dialogs that ended recently would keep the process alive for half a minute.
    clock.stop()
  }

  const agent: UserAgent = {
    addresses: transports.addresses,
    get onInvite() {
      return onInvite
    },
    set onInvite(take) {
      onInvite = take
    },
    get onRequest() {
      return onRequest
    },
    set onRequest(take) {
      onRequest = take
    },
    invite: (invite) => new CallingCall(core, invite, checkInvite(invite)),
    options: (request) => sendOptions(core, request),
    register: (registration) => new KeptRegistration(core, registration),
    close: () => {
      closing ??= close()
      return closing
    },
    [Symbol.asyncDispose]: () => agent.close(),
  }
  return agent
}

/** A response with more than one Via is for another recipient; RFC 3261, 8.1.3.3. */
function isForUs(response: SipResponse): boolean {
  return response.headers.list('Via').length === 1
}

/** Returns the port of the top Via at the source address of the request. */
function placeOfSender(request: SipRequest, { remote }: Flow): Place {
  const via = parseVia(request.headers.list('Via')[0] ?? '')
  return {
    ...remote,
    port: via?.port ?? defaultPort(remote.protocol),
    serverName: via?.host ?? remote.address,
  }
}
