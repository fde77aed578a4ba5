import type { SipMessage } from '../message/message.ts'
import type { Flow } from '../transport/flow.ts'

/** Bytes that may be sent per received byte; RFC 9000, section 8.1. */
const maxFactor = 3

/**
 * Limits what a dialog sends over UDP to an address that has not answered, because its peer may have named
 * the address of a third party. Beyond the limit, messages are not sent and their transactions time out.
 */
export class DialogSendLimit {
  readonly #peerAddress: string
  #answeredAddress: string | null = null
  #bytes = 0

  /** @param peerAddress the address of the peer that created the dialog, for which there is no limit. */
  constructor(peerAddress: string) {
    this.#peerAddress = peerAddress
  }

  /** Counts a received message: its body and the values of its header fields. */
  receive({ headers, body }: SipMessage): void {
    let bytes = body.length
    for (const [, value] of headers) bytes += value.length
    this.#bytes += maxFactor * bytes
  }

  /** Removes the limit for an address that has answered a request. */
  recordAnswer({ remote }: Flow): void {
    this.#answeredAddress = remote.address
  }

  /** Returns whether a message of this length may be sent, and counts it. */
  take({ reliable, remote }: Flow, bytes: number): boolean {
    if (reliable || remote.address === this.#peerAddress || remote.address === this.#answeredAddress)
      return true
    if (bytes > this.#bytes) return false
    this.#bytes -= bytes
    return true
  }
}
