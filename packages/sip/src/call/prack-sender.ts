import { parseInteger } from '../message/grammar.ts'
import type { SipResponse } from '../message/message.ts'
import type { ClientTransaction } from '../transaction/client.ts'
import type { ForkedDialog } from './forks.ts'

/** More than a call needs: one for early media and one for ringing, of a few forks. */
const maxPracks = 10

/** Sends the PRACKs of one call; RFC 3262, section 4. */
export class PrackSender {
  #count = 0
  readonly #waiting = new Set<ClientTransaction>()

  /**
   * Sends PRACK for a provisional response. Returns false for one that is repeated or out of order, and when
   * the call has sent too many.
   */
  acknowledge(fork: ForkedDialog, response: SipResponse): boolean {
    const sequence = parseInteger(response.headers.get('RSeq'), 0xffff_ffff)
    if (sequence === null || this.#count >= maxPracks) return false
    if (fork.acknowledgedSequence !== null && sequence !== fork.acknowledgedSequence + 1) return false
    this.#count += 1
    fork.acknowledgedSequence = sequence
    fork.session.dialog.refreshTarget(response)
    void this.#send(fork, `${sequence} ${response.headers.get('CSeq')}`)
    return true
  }

  async #send({ session }: ForkedDialog, acknowledged: string): Promise<void> {
    const sent = new Set<ClientTransaction>()
    const outcome = await session.request(
      'PRACK',
      (request) => {
        request.headers.append('RAck', acknowledged)
        return request
      },
      {
        onSent: (transaction) => {
          sent.add(transaction)
          this.#waiting.add(transaction)
        },
      },
    )
    for (const transaction of sent) {
      this.#waiting.delete(transaction)
      if ('cause' in outcome && outcome.cause === 'timeout') this.#stop(transaction.flow.remote.address)
    }
  }

  /** Stops the retransmissions to an address that does not answer. */
  #stop(address: string): void {
    for (const transaction of this.#waiting) {
      if (transaction.flow.remote.address !== address) continue
      this.#waiting.delete(transaction)
      transaction.abandon()
    }
  }
}
