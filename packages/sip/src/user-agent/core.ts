import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Resolver } from '../dns/locate.ts'
import { type AnswerParts, answerTo } from '../message/answer.ts'
import type { SipRequest } from '../message/message.ts'
import { formatHost } from '../message/uri.ts'
import type { ServerTransaction } from '../transaction/server.ts'
import type { TimerSettings } from '../transaction/timers.ts'
import type { Transactions } from '../transaction/transactions.ts'
import type { Flow } from '../transport/flow.ts'
import type { Transports } from '../transport/transports.ts'
import type { MayConnect } from './api.ts'
import type { Callbacks } from './callbacks.ts'

/** Who takes the requests of one dialog. */
export interface DialogUser {
  receive(request: SipRequest, transaction: ServerTransaction): void
  receiveAck(ack: SipRequest): void
  /** Whether the peer of the dialog can be expected at this address. */
  hasPeerAt(address: string): boolean
}

/** What the calls, registrations and pings of one user agent share. */
export interface Core {
  readonly clock: Clock
  readonly timers: TimerSettings
  readonly resolver: Resolver
  readonly mayConnect: MayConnect
  readonly transports: Transports
  readonly transactions: Transactions
  readonly callbacks: Callbacks
  readonly userAgentName: string
  readonly sessionExpiresSeconds: number
  readonly minimumSessionExpiresSeconds: number
  /** By {@link dialogKey}. */
  readonly dialogs: Map<string, DialogUser>
  /** Calls and registrations to close with the user agent. */
  readonly closers: Set<() => Promise<void>>
}

/** Methods that a dialog or the user agent understands. */
export const allowedMethods = 'INVITE, ACK, CANCEL, BYE, OPTIONS, PRACK, UPDATE, INFO, REFER, NOTIFY'

/** Extensions that a peer may require of us. */
export const supportedExtensions = ['100rel', 'timer', 'replaces', 'norefersub']

export function newTag(): string {
  return randomBytes(8).toString('hex')
}

export function newCallId(): string {
  return randomBytes(16).toString('hex')
}

/** The URI by which a peer reaches `user` over this flow; RFC 3261, 8.1.1.8. */
export function contactFor(flow: Flow, user: string | null): string {
  const transport = flow.protocol === 'udp' ? '' : `;transport=${flow.protocol}`
  const login = user === null || user === '' ? '' : `${user}@`
  return `<sip:${login}${formatHost(flow.local.host)}:${flow.local.port}${transport}>`
}

/** Answers a request by its transaction, as this user agent. */
export function respond(core: Core, transaction: ServerTransaction, parts: AnswerParts): void {
  transaction.respond(
    answerTo(transaction.request, {
      ...parts,
      headers: [...(parts.headers ?? []), ['Server', core.userAgentName]],
    }),
  )
}
