/** Ten seconds of G.711. */
const maxBytes = 90_000
/** A peer may wait for our packets, from which it learns our address (symmetric RTP), and answer later. */
const probeIntervalMs = 1_000

/**
 * Limits the packets to an address that has not answered, because a peer may name the address of a third party:
 * beyond as many bytes as the peer itself has sent, and a first amount, one packet is sent each second.
 */
export class UnansweredLimit {
  #trusted: string | null = null
  #answered: string | null = null
  #bytes = maxBytes
  #lastProbeMs = Number.NEGATIVE_INFINITY

  /** Sets an address without limit. */
  trust(address: string | null): void {
    this.#trusted = address
  }

  /** Removes the limit for an address from which a packet has arrived. */
  recordAnswer(address: string, bytes: number): void {
    this.#answered = address
    this.#bytes = Math.min(maxBytes, this.#bytes + bytes)
  }

  /** Returns whether a packet of this length may be sent, and counts it. @param nowMs on a monotonic clock. */
  take(address: string, bytes: number, nowMs: number): boolean {
    if (address === this.#answered || address === this.#trusted) return true
    if (bytes <= this.#bytes) {
      this.#bytes -= bytes
      return true
    }
    if (nowMs - this.#lastProbeMs < probeIntervalMs) return false
    this.#lastProbeMs = nowMs
    return true
  }
}
