import type { Dialog } from '../dialog/dialog.ts'
import { parseSequence } from '../message/check.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { branchCookie, formatVia } from '../message/via.ts'
import type { Flow } from '../transport/flow.ts'
import type { EndpointFilter } from '../user-agent/api.ts'
import { type Core, newTag } from '../user-agent/core.ts'
import { resolveFlow } from '../user-agent/request-retrier.ts'

/** Sends the ACKs for the 2xx responses of one dialog; RFC 3261, 13.2.2.4. They belong to no transaction. */
export class AckSender {
  readonly #core: Core
  readonly #dialog: Dialog
  readonly #isEndpointAllowed: EndpointFilter
  #sent: Promise<void> = Promise.resolve()

  constructor(core: Core, dialog: Dialog, isEndpointAllowed: EndpointFilter) {
    this.#core = core
    this.#dialog = dialog
    this.#isEndpointAllowed = isEndpointAllowed
  }

  /** Resolves when the last ACK has been sent. */
  get sent(): Promise<void> {
    return this.#sent
  }

  acknowledge(response: SipResponse): void {
    const sequence = parseSequence(response.headers.get('CSeq'))?.number ?? 0
    const ack = this.#dialog.request('ACK', sequence)
    this.#sent = this.#resolveFlow().then(
      (flow) => this.#send(ack, flow),
      () => {},
    )
  }

  #send(ack: SipRequest, flow: Flow): void {
    const { host, port } = flow.local
    const transport = flow.protocol.toUpperCase()
    const parameters = new Map([
      ['branch', `${branchCookie}${newTag()}`],
      ['rport', null],
    ])
    ack.headers.prepend('Via', formatVia({ transport, host, port, parameters }))
    this.#core.transactions.send(ack, flow, this.#dialog.sendLimit)
  }

  async #resolveFlow(): Promise<Flow> {
    const { flow, nextHop } = this.#dialog
    if (flow.reliable && flow.open) return flow
    if (!nextHop) throw new Error('The remote target of the dialog is not a SIP URI')
    return await resolveFlow(this.#core, nextHop, { flow, isEndpointAllowed: this.#isEndpointAllowed })
  }
}
