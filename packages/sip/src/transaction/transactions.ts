import type { Clock } from '@parley/primitives'
import { canonicalIp } from '@parley/primitives/node'
import { parseSequence } from '../message/check.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { serialize } from '../message/serialize.ts'
import { parseVia } from '../message/via.ts'
import { type Flow, mayContinue } from '../transport/flow.ts'
import type { Limits } from '../transport/limits.ts'
import type { PeerGroup } from '../transport/turns.ts'
import { ClientTransaction, type ClientTransactionHandlers } from './client.ts'
import { mergeKey, serverKey } from './keys.ts'
import { ServerTransaction } from './server.ts'
import type { TimerSettings } from './timers.ts'

export interface TransactionsOptions {
  readonly clock: Clock
  readonly timers: TimerSettings
  readonly limits: Limits
  /** Returns the group of the peer with an IP address. */
  readonly findPeerGroup: (address: string) => PeerGroup
  /** Called just before a message is sent. */
  readonly onSend: (bytes: Uint8Array, flow: Flow) => void
  /** Opens a new flow to the sender of a request whose connection is closed; RFC 3261, 18.2.2. */
  readonly openReturnFlow: (request: SipRequest, flow: Flow) => Promise<Flow>
}

/** Decides whether a message may be sent to an endpoint that has not answered yet. */
interface SendLimit {
  take(flow: Flow, bytes: number): boolean
}

/** How a received request relates to the existing transactions. */
export type RequestMatch =
  /** Already handled: a retransmission, or the ACK of a failure response. */
  | { readonly type: 'absorbed' }
  /** The CANCEL of this transaction; RFC 3261, 9.2. */
  | { readonly type: 'cancel'; readonly cancelled: ServerTransaction }
  /** The ACK of a 2xx, to be handled by the dialog. */
  | { readonly type: 'ack' }
  /** The same request arrived by another path: respond 482. RFC 3261, 8.2.2.2. */
  | { readonly type: 'merged' }
  | { readonly type: 'overload' }
  | { readonly type: 'new'; readonly key: string }

/** Transactions of a dialog beyond its limit, so that a BYE is accepted. */
const reservedForBye = 5

/** The transactions of one user agent; RFC 3261, section 17. */
export class Transactions {
  readonly #options: TransactionsOptions
  readonly #clients = new Map<string, ClientTransaction>()
  readonly #servers = new Map<string, ServerTransaction>()
  readonly #merges = new Map<string, string>()
  /** Numbers of server transactions. */
  readonly #ofGroups = new Map<PeerGroup, number>()
  readonly #ofDialogs = new Map<string, number>()

  constructor(options: TransactionsOptions) {
    this.#options = options
  }

  get open(): number {
    return this.#clients.size + this.#servers.size
  }

  /** Sends a request whose top Via has a new branch, and reports to `outcome`. */
  request(
    request: SipRequest,
    flow: Flow,
    outcome: ClientTransactionHandlers,
    sendLimit?: SendLimit,
  ): ClientTransaction {
    const branch = parseVia(request.headers.list('Via')[0] ?? '')?.parameters.get('branch') ?? ''
    const key = `${branch} ${request.method}`
    const transaction = new ClientTransaction({
      ...this.#shared(flow, sendLimit),
      request,
      flow,
      outcome,
      onEnd: () => this.#clients.delete(key),
    })
    this.#clients.set(key, transaction)
    transaction.start()
    return transaction
  }

  /** Sends a message outside of transactions: the ACK of a 2xx, or a stateless response. */
  send(message: SipRequest | SipResponse, flow: Flow, sendLimit?: SendLimit): void {
    const bytes = serialize(message)
    if (sendLimit?.take(flow, bytes.length) === false) return
    this.#options.onSend(bytes, flow)
    flow.send(bytes).catch(() => {})
  }

  /** Passes a response to its transaction. A response without one is discarded; RFC 3261, 18.1.2. */
  receiveResponse(response: SipResponse, flow: Flow): void {
    const branch = parseVia(response.headers.list('Via')[0] ?? '')?.parameters.get('branch') ?? ''
    const sequence = parseSequence(response.headers.get('CSeq'))
    const client = this.#clients.get(`${branch} ${sequence?.method}`)
    // RFC 3261, 17.1.3 compares only the method, but 8.2.6.2 requires the same number.
    const expected = parseSequence(client?.request.headers.get('CSeq') ?? null)?.number
    if (client && sequence?.number === expected && mayContinue(client.flow, flow)) client.receive(response)
  }

  /** Classifies a request; RFC 3261, 17.2.3. {@link accept} creates the transaction of a `new` one. */
  receiveRequest(request: SipRequest, flow: Flow): RequestMatch {
    const key = serverKey(request)
    const known = this.#servers.get(key)
    if (known) return request.method === 'ACK' ? this.#receiveAck(known, request) : this.#repeat(known)
    if (request.method === 'ACK') return { type: 'ack' }
    if (request.method === 'CANCEL') {
      const cancelled = this.#servers.get(serverKey(request, 'INVITE'))
      return cancelled ? { type: 'cancel', cancelled } : { type: 'new', key }
    }
    const merge = mergeKey(request)
    if (merge !== null && this.#merges.has(merge)) return { type: 'merged' }
    return this.#isOverloadedBy(this.#findGroup(flow)) ? { type: 'overload' } : { type: 'new', key }
  }

  accept(request: SipRequest, flow: Flow): ServerTransaction {
    return this.#accept(request, flow, this.#findGroup(flow), null)
  }

  /**
   * Creates the transaction of a request in a dialog with this key and the peer of `dialogFlow`; null when
   * the dialog or the owner of the peer has too many.
   */
  acceptInDialog(
    request: SipRequest,
    flow: Flow,
    { key, dialogFlow }: { readonly key: string; readonly dialogFlow: Flow },
  ): ServerTransaction | null {
    const isBye = request.method === 'BYE'
    const group = this.#findGroup(dialogFlow)
    if (!isBye && this.#isOverloadedBy(group)) return null
    const limit = this.#options.limits.transactionsPerDialog + (isBye ? reservedForBye : 0)
    if ((this.#ofDialogs.get(key) ?? 0) >= limit) return null
    return this.#accept(request, flow, group, key)
  }

  #findGroup({ remote }: Flow): PeerGroup {
    return this.#options.findPeerGroup(canonicalIp(remote.address))
  }

  #isOverloadedBy(group: PeerGroup): boolean {
    const { transactions, transactionsPerOwner } = this.#options.limits
    const busy = this.#ofGroups.get(group) ?? 0
    const isFull = this.#servers.size >= transactions && busy >= transactions / this.#ofGroups.size
    return isFull || busy >= transactionsPerOwner
  }

  #accept(request: SipRequest, flow: Flow, group: PeerGroup, dialog: string | null): ServerTransaction {
    const key = serverKey(request)
    const merge = mergeKey(request)
    const shared = this.#shared(flow)
    const transaction = new ServerTransaction({
      ...shared,
      send: (bytes) => shared.send(bytes).catch(() => this.#sendBack(bytes, request, flow)),
      request,
      flow,
      onEnd: () => {
        this.#servers.delete(key)
        if (merge !== null) this.#merges.delete(merge)
        count(this.#ofGroups, group, -1)
        if (dialog !== null) count(this.#ofDialogs, dialog, -1)
      },
    })
    this.#servers.set(key, transaction)
    if (merge !== null) this.#merges.set(merge, key)
    count(this.#ofGroups, group, 1)
    if (dialog !== null) count(this.#ofDialogs, dialog, 1)
    return transaction
  }

  /** Stops all timers and retransmissions. */
  close(): void {
    for (const transaction of [...this.#clients.values(), ...this.#servers.values()]) transaction.abandon()
  }

  async #sendBack(bytes: Uint8Array, request: SipRequest, flow: Flow): Promise<void> {
    if (!flow.reliable) return
    const fresh = await this.#options.openReturnFlow(request, flow)
    this.#options.onSend(bytes, fresh)
    await fresh.send(bytes)
  }

  #shared(flow: Flow, sendLimit?: SendLimit) {
    const { clock, timers, onSend } = this.#options
    const send = async (bytes: Uint8Array) => {
      if (sendLimit?.take(flow, bytes.length) === false) return
      onSend(bytes, flow)
      await flow.send(bytes)
    }
    return { clock, timers, send }
  }

  #receiveAck(known: ServerTransaction, request: SipRequest): RequestMatch {
    return known.receiveAck(request) ? { type: 'absorbed' } : { type: 'ack' }
  }

  #repeat(known: ServerTransaction): RequestMatch {
    known.repeat()
    return { type: 'absorbed' }
  }
}

function count<Key>(counts: Map<Key, number>, key: Key, change: 1 | -1): void {
  const changed = (counts.get(key) ?? 0) + change
  if (changed > 0) counts.set(key, changed)
  else counts.delete(key)
}
