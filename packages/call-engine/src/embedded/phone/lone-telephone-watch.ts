/** How often it is checked whether the telephone is still there. */
const checkIntervalMs = 500

/**
 * Ends the call of a telephone that only players hear, such as those of voicemail or a queue, when neither RTP nor RTCP
 * arrives from it, for each negotiated direction: `inactive` and `recvonly` would otherwise occupy them without a packet.
 * Does not apply to a telephone with another participant, which it may have put on hold, or to one that is on hold.
 */
export class LoneTelephoneWatch {
  readonly #isAlone: () => boolean
  readonly #maxSilentMs: number
  readonly #lost: () => void
  #timer: NodeJS.Timeout | undefined
  #lastSignMs = 0
  #packets = 0

  constructor(isAlone: () => boolean, maxSilentMs: number, lost: () => void) {
    this.#isAlone = isAlone
    this.#maxSilentMs = maxSilentMs
    this.#lost = lost
  }

  start(): void {
    this.#recordSign()
    this.#timer = setInterval(() => this.#check(), checkIntervalMs)
  }

  /** @param packets The number of RTP and RTCP packets that have arrived. */
  onMeasured(packets: number): void {
    if (packets !== this.#packets) this.#recordSign()
    this.#packets = packets
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #recordSign(): void {
    this.#lastSignMs = performance.now()
  }

  #check(): void {
    if (!this.#isAlone()) this.#recordSign()
    else if (performance.now() - this.#lastSignMs >= this.#maxSilentMs) this.#lost()
  }
}
