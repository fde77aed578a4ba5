import type { Dialog } from '../dialog/dialog.ts'
import type { DigestClient } from '../digest/client.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import type { ClientTransaction } from '../transaction/client.ts'
import type { EndpointFilter, Refusal } from '../user-agent/api.ts'
import { type Core, formatContact } from '../user-agent/core.ts'
import { createLocalRefusal } from '../user-agent/refusal.ts'
import { RequestRetrier } from '../user-agent/request-retrier.ts'
import { cancelInvite } from './request-parts.ts'

interface DialogRequestsOptions {
  readonly core: Core
  readonly dialog: Dialog
  readonly digest: DigestClient | null
  readonly isEndpointAllowed: EndpointFilter
  /** User part of our Contact. */
  readonly user: string | null
}

export interface RequestHandlers {
  /** Called with each transaction of the request. */
  readonly onSent?: (transaction: ClientTransaction) => void
  /** Called with each 2xx. */
  readonly onSuccess?: (response: SipResponse) => void
  /**
   * Called once after the refusal `no-answer` of an INVITE: with its final response, or with null when none
   * arrives after the CANCEL either.
   */
  readonly onLate?: (response: SipResponse | null) => void
}

/** A NOTIFY belongs to the subscription of a REFER, which the end of the call does not end; RFC 5057. */
export function outlivesCall(method: string): boolean {
  return method === 'BYE' || method === 'NOTIFY'
}

/** Sends the requests of one dialog. */
export class DialogRequests {
  readonly #options: DialogRequestsOptions
  readonly #pending = new Set<PendingRequest>()

  constructor(options: DialogRequestsOptions) {
    this.#options = options
  }

  /**
   * Sends a request. Resolves to the final response, or to a {@link Refusal} when there was none: `no-answer`
   * when an INVITE has only got provisional responses for 64 * T1, and is cancelled.
   */
  async send(
    method: string,
    write: (request: SipRequest) => SipRequest,
    handlers: RequestHandlers,
  ): Promise<SipResponse | Refusal> {
    const { core, dialog, digest, isEndpointAllowed, user } = this.#options
    const { nextHop } = dialog
    if (!nextHop)
      return createLocalRefusal('transport', 503, 'The remote target of the dialog is not a SIP URI')
    const pending = new PendingRequest(core, handlers)
    pending.retrier = new RequestRetrier(core, {
      build: (flow) => {
        const request = write(dialog.request(method))
        if (method !== 'BYE') request.headers.append('Contact', formatContact(flow, user))
        return request
      },
      nextHop,
      protocol: dialog.flow.protocol,
      flow: dialog.flow,
      digest,
      isEndpointAllowed,
      sendLimit: dialog.sendLimit,
      onSent: (transaction) => pending.onSent(transaction),
      onFinal: (response) => pending.onFinal(response),
      onFailure: (cause, reason) =>
        pending.onFailure(createLocalRefusal(cause, cause === 'timeout' ? 408 : 503, reason)),
    })
    if (outlivesCall(method)) return await pending.outcome
    this.#pending.add(pending)
    return await pending.outcome.finally(() => this.#pending.delete(pending))
  }

  /** Settles the requests in progress, because the call is over. Their transactions end by themselves. */
  cancelAll(): void {
    for (const pending of this.#pending)
      pending.settle(createLocalRefusal('cancelled', 481, 'The call is over'))
  }
}

/** A request that has no final response yet. */
class PendingRequest {
  retrier: RequestRetrier | null = null
  readonly #core: Core
  readonly #handlers: RequestHandlers
  readonly #outcome = Promise.withResolvers<SipResponse | Refusal>()
  #cancelLimit: () => void = () => {}
  #isLate = false

  constructor(core: Core, handlers: RequestHandlers) {
    this.#core = core
    this.#handlers = handlers
  }

  get outcome(): Promise<SipResponse | Refusal> {
    return this.#outcome.promise
  }

  onSent(transaction: ClientTransaction): void {
    this.#handlers.onSent?.(transaction)
    if (transaction.request.method !== 'INVITE') return
    this.#cancelLimit()
    const { clock, timers } = this.#core
    this.#cancelLimit = clock.after(64 * timers.t1, () => this.#endUnanswered(transaction))
  }

  onFinal(response: SipResponse): void {
    if (response.status < 300) this.#handlers.onSuccess?.(response)
    this.settle(response)
    this.#finish(response)
  }

  onFailure(refusal: Refusal): void {
    this.settle(refusal)
    this.#finish(null)
  }

  /** Settles the request without further attempts. */
  settle(outcome: SipResponse | Refusal): void {
    this.retrier?.disableRetries()
    this.#outcome.resolve(outcome)
  }

  /** An INVITE in a dialog rings nowhere, and the next one has to wait for it; RFC 3261, 14.1. */
  #endUnanswered(invite: ClientTransaction): void {
    if (!invite.proceeding) return
    this.#isLate = true
    this.settle(createLocalRefusal('no-answer', 408, 'The peer did not answer in time'))
    cancelInvite(this.#core, invite, { onGivenUp: () => this.#finish(null) })
  }

  #finish(response: SipResponse | null): void {
    this.#cancelLimit()
    if (this.#isLate) this.#handlers.onLate?.(response)
    this.#isLate = false
  }
}
