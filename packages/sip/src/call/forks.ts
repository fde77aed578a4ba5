import { Dialog, dialogKey } from '../dialog/dialog.ts'
import { parseTag } from '../message/address.ts'
import type { SipResponse } from '../message/message.ts'
import type { ClientTransaction } from '../transaction/client.ts'
import type { Call } from '../user-agent/api.ts'
import type { Core, DialogHandler } from '../user-agent/core.ts'
import { DialogSession, type DialogSessionOptions } from './dialog-session.ts'
import { receiveInDialog } from './receive-in-dialog.ts'

/** Bound against a misbehaving proxy: early dialogs of further forks are ignored. */
const maxForks = 20

/** One branch of a forked INVITE: an early or confirmed dialog. */
export interface ForkedDialog extends DialogHandler {
  readonly session: DialogSession
  /** RSeq of the last reliable provisional response that we acknowledged; RFC 3262, section 4. */
  acknowledgedSequence: number | null
  /** Whether a reliable provisional response carried the SDP answer. */
  hasAnswer: boolean
  /** Whether the call does not use this dialog. */
  isSurplus: boolean
  /** Whether this is the dialog of the answered call. */
  isConfirmed: boolean
}

/** Creates the dialog session of a fork, with our offer of the INVITE pending. */
export function createForkedDialog(call: Call, options: DialogSessionOptions): ForkedDialog {
  const session = new DialogSession(options)
  session.pendingOffer = 'ours'
  const fork: ForkedDialog = {
    session,
    acknowledgedSequence: null,
    hasAnswer: false,
    isSurplus: false,
    isConfirmed: false,
    receive: (request, transaction) => receiveInDialog(session, request, transaction),
    receiveAck: (ack) => session.receiveAck(ack),
    handledDialog: options.dialog,
    get replaceable() {
      const answered = fork.isConfirmed ? 'confirmed' : 'early-outgoing'
      return { call, events: session.events, phase: session.over ? 'over' : answered } as const
    },
  }
  return fork
}

/** The dialogs that the responses to one INVITE create; RFC 3261, 13.2.2.4. */
export class Forks {
  readonly #dialogs: Core['dialogs']
  readonly #create: (dialog: Dialog, response: SipResponse) => ForkedDialog
  /** By the tag of the peer. */
  readonly #forks = new Map<string, ForkedDialog>()

  constructor(dialogs: Core['dialogs'], create: (dialog: Dialog, response: SipResponse) => ForkedDialog) {
    this.#dialogs = dialogs
    this.#create = create
  }

  get last(): ForkedDialog | undefined {
    return [...this.#forks.values()].at(-1)
  }

  /** The last early dialog whose SDP answer has arrived. */
  get lastWithAnswer(): ForkedDialog | undefined {
    return [...this.#forks.values()].findLast(({ hasAnswer }) => hasAnswer)
  }

  /** Returns the fork that a response belongs to; null when it belongs to none, or there are too many. */
  findOrCreate(response: SipResponse, transaction: ClientTransaction): ForkedDialog | null {
    const tag = parseTag(response.headers.get('To'))
    if (tag === null) return null
    const fork = this.#forks.get(tag) ?? this.#add(tag, response, transaction)
    fork?.session.dialog.sendLimit.receive(response)
    return fork
  }

  /** Ends the dialog of a surplus fork once, without an event. */
  endSurplus(fork: ForkedDialog): void {
    fork.session.abandon()
    if (fork.isSurplus) return
    fork.isSurplus = true
    void fork.session.sendBye()
  }

  abandonAll(except: ForkedDialog | null = null): void {
    for (const fork of this.#forks.values()) if (fork !== except) fork.session.abandon()
  }

  #add(tag: string, response: SipResponse, { request, flow }: ClientTransaction): ForkedDialog | null {
    if (this.#forks.size >= maxForks && (response.status < 200 || !this.#removeEarly())) return null
    const dialog = Dialog.ofResponse(request, response, tag, flow)
    const fork = this.#create(dialog, response)
    this.#forks.set(tag, fork)
    this.#dialogs.set(dialogKey(dialog), fork)
    return fork
  }

  /** Removes the oldest early dialog, so that a fork that answers can be used or ended; RFC 3261, 13.2.2.4. Returns false without one. */
  #removeEarly(): boolean {
    const early = [...this.#forks].find(([, { isConfirmed, isSurplus }]) => !isConfirmed && !isSurplus)
    if (!early) return false
    const [tag, { session }] = early
    session.abandon()
    return this.#forks.delete(tag)
  }
}
