/**
 * A stream of 20 ms has 50 RTP packets a second, one of 10 ms has 100. The packets of ten seconds may arrive together,
 * after an interruption of the network.
 */
const rtpPerSecond = 300
const rtpBurst = 1_000
/** A browser sends one to five reports a second. */
const rtcpPerSecond = 20
const rtcpBurst = 60
/** Packets above the limits that are dropped before their sender is considered hostile. */
const droppedPerSecond = 100
const droppedBurst = 1_000

/** Limits the RTP and RTCP packets of one peer, so that they do not delay the audio of others. */
export class DatagramLimit {
  readonly #rtp = new TokenBucket(rtpPerSecond, rtpBurst)
  readonly #rtcp = new TokenBucket(rtcpPerSecond, rtcpBurst)
  readonly #dropped = new TokenBucket(droppedPerSecond, droppedBurst)

  /**
   * Counts a packet. Returns `flood` instead of `dropped` when the peer has exceeded the limits for long.
   *
   * @param nowMs on a monotonic clock.
   */
  take(kind: 'rtp' | 'rtcp', nowMs: number): 'accepted' | 'dropped' | 'flood' {
    const bucket = kind === 'rtp' ? this.#rtp : this.#rtcp
    if (bucket.take(nowMs)) return 'accepted'
    return this.#dropped.take(nowMs) ? 'dropped' : 'flood'
  }
}

class TokenBucket {
  readonly #perSecond: number
  readonly #burst: number
  #tokens: number
  #updatedAtMs = 0

  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#tokens = burst
  }

  take(nowMs: number): boolean {
    const elapsedMs = nowMs - this.#updatedAtMs
    this.#updatedAtMs = nowMs
    this.#tokens = Math.min(this.#burst, this.#tokens + (elapsedMs * this.#perSecond) / 1_000)
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}
