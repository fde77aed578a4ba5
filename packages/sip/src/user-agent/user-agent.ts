import { systemClock } from '@parley/primitives'
import { canonicalIp } from '@parley/primitives/node'
import { parseInviteOptions } from '../call/invite-request.ts'
import { UacCall } from '../call/uac-call.ts'
import { defaultPort, type Endpoint, systemResolver } from '../dns/locate.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { type ParseResult, parseMessage } from '../message/parse.ts'
import { parseVia } from '../message/via.ts'
import { createStoppableClock } from '../stoppable-clock.ts'
import { defaultTimers } from '../transaction/timers.ts'
import { Transactions } from '../transaction/transactions.ts'
import { createDatagramTurns } from '../transport/datagram-turns.ts'
import type { Flow } from '../transport/flow.ts'
import { defaultLimits, type Limits } from '../transport/limits.ts'
import { traceText } from '../transport/trace.ts'
import { Transports, type TransportsOptions } from '../transport/transports.ts'
import { createTurns, type PeerGroup } from '../transport/turns.ts'
import type { UserAgent, UserAgentOptions } from './api.ts'
import { Callbacks, emitWarning } from './callbacks.ts'
import type { Core } from './core.ts'
import { endDialog } from './end-dialog.ts'
import { isInitialRequest } from './is-initial-request.ts'
import { RequestReceiver } from './receive-request.ts'
import { RegistrationBinding } from './registration-binding.ts'
import { sendOptions } from './send-options.ts'

/** How long `close` waits for peers to confirm the end of calls and registrations. */
const closeTimeoutMs = 2_000

/**
 * Creates a user agent that listens on its transports.
 *
 * @throws {Error} it cannot listen on one of them; then it listens on none.
 */
export async function createUserAgent(options: UserAgentOptions): Promise<UserAgent> {
  const callbacks = new Callbacks(options.onError ?? emitWarning)
  const clock = createStoppableClock(options.clock ?? systemClock, (error) =>
    callbacks.report(error, 'timer'),
  )
  const limits = { ...defaultLimits, ...options.limits }
  // Messages that arrive before all transports are open are discarded.
  let receiver: RequestReceiver | null = null
  const core = await openCore(options, { callbacks, clock, limits }, (bytes, flow) => {
    if (receiver) receiveMessage(core, receiver, parseMessage(bytes, limits), flow)
  })

  let closing: Promise<void> | null = null
  const close = async () => {
    agent.onInvite = null
    agent.onRequest = null
    await closeCore(core)
    // Timers of dialogs that ended recently would keep the process alive for half a minute.
    clock.stop()
  }
  const agent: UserAgent = {
    addresses: core.transports.addresses,
    onInvite: null,
    onRequest: null,
    invite: (invite) => new UacCall(core, invite, parseInviteOptions(invite)),
    options: (request) => sendOptions(core, request),
    endDialog: (request) => endDialog(core, request),
    register: (registration) => new RegistrationBinding(core, registration),
    close: () => {
      closing ??= close()
      return closing
    },
    [Symbol.asyncDispose]: () => agent.close(),
  }
  receiver = new RequestReceiver({
    core,
    accepts: options.accepts ?? (() => 'process'),
    onInvite: () => agent.onInvite,
    onRequest: () => agent.onRequest,
  })
  return agent
}

interface ReceivedBytes {
  readonly bytes: Uint8Array
  readonly flow: Flow
}

/** Opens the transports, and creates what the parts of a user agent share. */
async function openCore(
  options: UserAgentOptions,
  { callbacks, clock, limits }: Pick<Core, 'callbacks' | 'clock'> & { readonly limits: Limits },
  onMessage: (bytes: Uint8Array, flow: Flow) => void,
): Promise<Core> {
  const timers = { ...defaultTimers, ...options.timers }
  const dialogs: Core['dialogs'] = new Map()
  const trace = (direction: 'sent' | 'received', bytes: Uint8Array, flow: Flow) =>
    callbacks.run('onTrace', () => options.onTrace?.(direction, flow.remote, traceText(bytes)))
  const { findOwner, findPeerGroup } = createOwnerLookup(options, callbacks, dialogs)
  const transactions = new Transactions({
    clock,
    timers,
    limits,
    findPeerGroup,
    onSend: (bytes, flow) => trace('sent', bytes, flow),
    openReturnFlow: (request, flow) =>
      transports.connect(senderEndpoint(request, flow), findPeerGroup(canonicalIp(flow.remote.address))),
  })
  const receive = ({ bytes, flow }: ReceivedBytes) => {
    trace('received', bytes, flow)
    callbacks.run('message', () => onMessage(bytes, flow))
  }
  const turns = createTurns()
  const transports: Transports = await Transports.open({
    listen: options.listen,
    publicHost: options.publicHost ?? null,
    tlsClient: options.tlsClient ?? {},
    limits,
    clock,
    turns,
    findPeerGroup,
    onMessage: separatePeers({ turns, findPeerGroup, receive }),
  })
  return {
    clock,
    timers,
    transports,
    transactions,
    callbacks,
    resolver: options.resolver ?? systemResolver,
    isEndpointAllowed: options.isEndpointAllowed ?? (() => true),
    findPeerGroup,
    haveSameOwner: compareOwners(findOwner),
    userAgentName: options.userAgentName,
    sessionExpiresSeconds: options.sessionExpiresSeconds ?? 1_800,
    minimumSessionExpiresSeconds: options.minimumSessionExpiresSeconds ?? 90,
    supportedExtensions: ['100rel', 'timer', 'norefersub', ...(options.acceptsReplaces ? ['replaces'] : [])],
    dialogs,
    closeHandlers: new Set(),
  }
}

/** Returns functions that find the owner and the group of the peer with an IP address. */
function createOwnerLookup(
  { findPeerOwner = (address) => address }: Pick<UserAgentOptions, 'findPeerOwner'>,
  callbacks: Callbacks,
  dialogs: Core['dialogs'],
) {
  const findOwner = (address: string) => callbacks.invoke('findPeerOwner', () => findPeerOwner(address), null)
  const findPeerGroup = (address: string): PeerGroup => {
    const owner = findOwner(address)
    if (owner !== null) return owner
    const dialog = dialogs
      .values()
      .find(({ handledDialog }) => handledDialog.hasPeerAt(address))?.handledDialog
    return dialog ? (findOwner(canonicalIp(dialog.flow.remote.address)) ?? address) : null
  }
  return { findOwner, findPeerGroup }
}

function compareOwners(findOwner: (address: string) => string | null): Core['haveSameOwner'] {
  return (address, other) => {
    const owner = findOwner(canonicalIp(address))
    return owner !== null && owner === findOwner(canonicalIp(other))
  }
}

/** Returns a function that passes messages to `receive`: datagrams in turns, and none that unknown peers begin with. */
function separatePeers({
  turns,
  findPeerGroup,
  receive,
}: Pick<TransportsOptions, 'turns' | 'findPeerGroup'> & {
  readonly receive: (message: ReceivedBytes) => void
}): TransportsOptions['onMessage'] {
  const receiveDatagram = createDatagramTurns<ReceivedBytes>(turns, (datagram) => {
    if (datagram.flow.open) receive(datagram)
  })
  return (bytes, flow) => {
    const group = findPeerGroup(canonicalIp(flow.remote.address))
    // A flood of such requests would cost the time to parse them.
    if (!flow.isKnown && group === null && isInitialRequest(bytes)) return
    if (flow.protocol === 'udp') receiveDatagram(group, { bytes, flow })
    else receive({ bytes, flow })
  }
}

function receiveMessage(core: Core, receiver: RequestReceiver, result: ParseResult, flow: Flow): void {
  const { message } = result
  if (message?.kind === 'request') {
    if (result.ok) receiver.receive(message, flow)
    else receiver.receiveMalformed(message, result.problem, flow)
  } else if (result.ok && message?.kind === 'response' && hasSingleVia(message))
    core.transactions.receiveResponse(message, flow)
}

async function closeCore({ closeHandlers, clock, transactions, transports }: Core): Promise<void> {
  const closing = runCloseHandlers(closeHandlers)
  let cancel: () => void = () => {}
  const timeout = new Promise<void>((resolve) => {
    cancel = clock.after(closeTimeoutMs, resolve)
  })
  await Promise.race([closing, timeout])
  cancel()
  transactions.close()
  await transports.close()
}

/** Runs all close handlers, also those that are added meanwhile: a call that ends adds that of its BYE. */
async function runCloseHandlers(closeHandlers: Core['closeHandlers']): Promise<void> {
  const run = (close: () => Promise<void>) => {
    closeHandlers.delete(close)
    return close()
  }
  while (closeHandlers.size > 0) await Promise.allSettled(Array.from(closeHandlers, run))
}

/** A response with more than one Via is for another recipient; RFC 3261, 8.1.3.3. */
function hasSingleVia(response: SipResponse): boolean {
  return response.headers.list('Via').length === 1
}

/** Returns the port of the top Via at the source address of the request. */
function senderEndpoint(request: SipRequest, { remote }: Flow): Endpoint {
  const via = parseVia(request.headers.list('Via')[0] ?? '')
  return {
    ...remote,
    port: via?.port ?? defaultPort(remote.protocol),
    serverName: via?.host ?? remote.address,
  }
}
