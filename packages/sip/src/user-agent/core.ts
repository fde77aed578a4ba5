import { randomBytes } from 'node:crypto'
import type { Clock } from '@parley/primitives'
import type { CallEvents } from '../call/call-events.ts'
import type { Dialog } from '../dialog/dialog.ts'
import type { Resolver } from '../dns/locate.ts'
import { createResponse, type ResponseParts } from '../message/create-response.ts'
import type { SipRequest } from '../message/message.ts'
import { formatUriHost } from '../message/uri.ts'
import type { ServerTransaction } from '../transaction/server.ts'
import type { TimerSettings } from '../transaction/timers.ts'
import type { Transactions } from '../transaction/transactions.ts'
import type { Flow } from '../transport/flow.ts'
import type { Transports } from '../transport/transports.ts'
import type { PeerGroup } from '../transport/turns.ts'
import type { Call, EndpointFilter } from './api.ts'
import type { Callbacks } from './callbacks.ts'

/** A dialog that an INVITE may replace, and its call; RFC 3891. */
export interface ReplaceableDialog {
  readonly phase: 'early-incoming' | 'early-outgoing' | 'confirmed' | 'over'
  readonly call: Call
  readonly events: CallEvents
}

/** Handles the requests of one dialog. */
export interface DialogHandler {
  readonly replaceable: ReplaceableDialog
  receive(request: SipRequest, transaction: ServerTransaction): void
  receiveAck(ack: SipRequest): void
  readonly handledDialog: Pick<Dialog, 'flow' | 'hasPeerAt'>
}

/** Shared state of the calls, registrations and pings of one user agent. */
export interface Core {
  readonly clock: Clock
  readonly timers: TimerSettings
  readonly resolver: Resolver
  readonly isEndpointAllowed: EndpointFilter
  /** Returns the group of the peer with an IP address; null for an unknown one. */
  readonly findPeerGroup: (address: string) => PeerGroup
  /** Whether both IP addresses belong to one owner of peers. */
  readonly haveSameOwner: (address: string, other: string) => boolean
  readonly transports: Transports
  readonly transactions: Transactions
  readonly callbacks: Callbacks
  readonly userAgentName: string
  readonly sessionExpiresSeconds: number
  readonly minimumSessionExpiresSeconds: number
  /** Supported option tags. */
  readonly supportedExtensions: readonly string[]
  /** By {@link dialogKey}. */
  readonly dialogs: Map<string, DialogHandler>
  /** Functions that close the calls and registrations together with the user agent. */
  readonly closeHandlers: Set<() => Promise<void>>
}

/** Value of Allow. */
export const allowedMethods = 'INVITE, ACK, CANCEL, BYE, OPTIONS, PRACK, UPDATE, INFO, REFER, NOTIFY'

/** Returns the header fields that say what we support. */
export function formatCapabilities({ supportedExtensions }: Core): (readonly [string, string])[] {
  return [
    ['Allow', allowedMethods],
    ['Supported', supportedExtensions.join(', ')],
  ]
}

export function newTag(): string {
  return randomBytes(8).toString('hex')
}

export function newCallId(): string {
  return randomBytes(16).toString('hex')
}

/** Returns the Contact of `user` for this flow; RFC 3261, 8.1.1.8. */
export function formatContact(flow: Flow, user: string | null): string {
  const transport = flow.protocol === 'udp' ? '' : `;transport=${flow.protocol}`
  const login = user === null || user === '' ? '' : `${user}@`
  return `<sip:${login}${formatUriHost(flow.local.host)}:${flow.local.port}${transport}>`
}

/** Sends a response through the transaction of a request, with a Server field. */
export function respond(core: Core, transaction: ServerTransaction, parts: ResponseParts): void {
  transaction.respond(
    createResponse(transaction.request, {
      ...parts,
      headers: [...(parts.headers ?? []), ['Server', core.userAgentName]],
    }),
  )
}
