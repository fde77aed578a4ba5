import { required } from '@parley/primitives'
import { frameMs } from '../audio/frame.ts'

/** The next playout step. */
export type JitterStep<T> =
  /** No packet, or not enough delay yet. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'play'; readonly packet: T }
  /** Play two packets in the time of one: the delay is longer than needed. */
  | { readonly kind: 'merge'; readonly first: T; readonly second: T }
  /** A packet is lost. `next` is the following packet if it has arrived. */
  | { readonly kind: 'missing'; readonly durationMs: number; readonly next: T | null }
  /** Insert one concealed frame: the delay is shorter than needed. */
  | { readonly kind: 'stretch' }

interface Entry<T> {
  readonly packet: T
  readonly atMs: number
  readonly endMs: number
  readonly arrivedMs: number
}

const minDelayMs = 40
const maxTargetMs = 120
const maxDelayMs = 200
const transitWindow = 100
const maxEntries = 100
const toleranceMs = 0.5
const rebaseAfter = 10
const rebaseMs = 100
/** Consecutive steps with a delay too long or too short before a frame is dropped or inserted. */
const drainAfterSteps = 10
const stretchAfterSteps = 10
const maxStarvedSteps = 10
/** A larger gap is a pause of the speaker or a new stream, not a loss. */
const pauseMs = 240
const jumpMs = 5_000
const maxConsecutiveLate = 25

/**
 * Reorders packets and plays them at a steady pace. Delay is the time a packet waits compared with the
 * fastest packet of the last two seconds: 40 ms initially, 40 to 120 ms depending on jitter, at most 200 ms.
 * It grows and shrinks by single frames.
 */
export class JitterBuffer<T> {
  #entries: Entry<T>[] = []
  #transits: number[] = []
  #playAtMs: number | null = null
  #lastAtMs: number | null = null
  #fastestMs = 0
  #targetMs = minDelayMs
  #delayMs = 0
  #stepsTooLong = 0
  #stepsTooShort = 0
  #stretchedMs = 0
  #consecutiveStarved = 0
  #latePackets = 0
  #consecutiveLate = 0

  get targetMs(): number {
    return this.#targetMs
  }

  get delayMs(): number {
    return this.#playAtMs === null ? 0 : this.#delayMs
  }

  /** Packets that arrived too late to be played. */
  get latePackets(): number {
    return this.#latePackets
  }

  /** @param atMs position of the packet in the stream in milliseconds, with any origin. */
  put(packet: T, atMs: number, durationMs: number, nowMs: number): void {
    if (this.#lastAtMs !== null && Math.abs(atMs - this.#lastAtMs) > jumpMs) this.reset()
    this.#lastAtMs = atMs
    const entries = this.#entries
    const index = entries.findLastIndex((entry) => entry.atMs <= atMs - toleranceMs) + 1
    const following = entries[index]
    // A duplicate says nothing about the network, so it is not measured.
    if (following && Math.abs(following.atMs - atMs) < toleranceMs) return
    this.#measure(nowMs - atMs)
    const endMs = atMs + durationMs
    if (this.#playAtMs !== null && endMs <= this.#playAtMs + toleranceMs) {
      this.#latePackets++
      if (++this.#consecutiveLate > maxConsecutiveLate) this.reset()
      return
    }
    this.#consecutiveLate = 0
    entries.splice(index, 0, { packet, atMs, endMs, arrivedMs: nowMs })
    if (entries.length > maxEntries) entries.shift()
  }

  /** @param heldMs audio taken earlier that has not been played yet. */
  take(nowMs: number, heldMs: number): JitterStep<T> {
    if (this.#playAtMs === null) {
      const [first] = this.#entries
      if (!first || nowMs - first.arrivedMs < this.#targetMs - frameMs - toleranceMs) return { kind: 'wait' }
      this.#playAtMs = first.atMs
    }
    const behindMs = nowMs + heldMs
    this.#delayMs = behindMs - this.#playAtMs - this.#fastestMs
    this.#dropStale(behindMs)

    const [head] = this.#entries
    if (!head) return this.#starve()
    const skippedMs = Math.max(0, Math.min(this.#stretchedMs, head.atMs - this.#playAtMs))
    this.#playAtMs += skippedMs
    this.#stretchedMs -= skippedMs
    return this.#skipGap(head) ?? this.#play(head)
  }

  reset(): void {
    this.#pausePlayout()
    this.#entries = []
    this.#transits = []
    this.#targetMs = minDelayMs
  }

  #pausePlayout(): void {
    this.#playAtMs = null
    this.#stepsTooLong = 0
    this.#stepsTooShort = 0
    this.#stretchedMs = 0
    this.#consecutiveStarved = 0
    this.#consecutiveLate = 0
  }

  #measure(transitMs: number): void {
    this.#transits.push(transitMs)
    if (this.#transits.length > transitWindow) this.#transits.shift()
    // A sender that paused without advancing its timestamps has a longer transit time from then on.
    const recent = this.#transits.slice(-rebaseAfter)
    if (recent.length === rebaseAfter && Math.min(...recent) - this.#fastestMs > rebaseMs)
      this.#transits = recent
    let fastest = transitMs
    let slowest = Number.NEGATIVE_INFINITY
    let nextSlowest = slowest
    for (const transit of this.#transits) {
      if (transit < fastest) fastest = transit
      if (transit >= slowest) {
        nextSlowest = slowest
        slowest = transit
      } else if (transit > nextSlowest) nextSlowest = transit
    }
    this.#fastestMs = fastest
    // Losing one late packet in two seconds is better than delaying all the others.
    const spreadMs = Math.max(0, nextSlowest - fastest)
    const wanted = Math.ceil(spreadMs / frameMs) * frameMs + frameMs
    this.#targetMs = Math.min(maxTargetMs, Math.max(minDelayMs, wanted))
  }

  get #positionMs(): number {
    return required(this.#playAtMs, 'the position of the playout')
  }

  #shift(): Entry<T> {
    const entry = required(this.#entries.shift(), 'the packet to play')
    this.#playAtMs = entry.endMs
    this.#stretchedMs = 0
    this.#consecutiveStarved = 0
    return entry
  }

  /** Duration of the buffered audio including gaps. */
  #bufferedMs(): number {
    const last = this.#entries.at(-1)
    return last ? last.endMs - this.#positionMs : 0
  }

  /** Drops packets behind the playout position, and the part of a long backlog that cannot be drained. */
  #dropStale(behindMs: number): void {
    const entries = this.#entries
    while (entries.length > 1 && this.#bufferedMs() > maxDelayMs + 2 * frameMs) {
      this.#shift()
      this.#delayMs = behindMs - this.#positionMs - this.#fastestMs
    }
    for (let [head] = entries; head && head.endMs <= this.#positionMs + toleranceMs; [head] = entries)
      entries.shift()
  }

  #starve(): JitterStep<T> {
    if (++this.#consecutiveStarved > maxStarvedSteps) {
      this.#pausePlayout()
      return { kind: 'wait' }
    }
    if (this.#delayMs >= maxDelayMs) {
      this.#playAtMs = this.#positionMs + frameMs
      return { kind: 'missing', durationMs: frameMs, next: null }
    }
    this.#stretchedMs += frameMs
    return { kind: 'stretch' }
  }

  /** Returns the step for a gap before the next packet; null when there is none. */
  #skipGap(head: Entry<T>): JitterStep<T> | null {
    const gapMs = head.atMs - this.#positionMs
    if (gapMs > pauseMs) {
      this.#pausePlayout()
      return { kind: 'wait' }
    }
    if (gapMs <= toleranceMs) return null
    const durationMs = Math.min(frameMs, gapMs)
    this.#playAtMs = this.#positionMs + durationMs
    return { kind: 'missing', durationMs, next: gapMs <= frameMs + toleranceMs ? head.packet : null }
  }

  #play(head: Entry<T>): JitterStep<T> {
    const delayMs = this.#delayMs
    const second = this.#entries[1]
    this.#stepsTooLong = delayMs > this.#targetMs + 5 ? this.#stepsTooLong + 1 : 0
    this.#stepsTooShort = delayMs < this.#targetMs - frameMs ? this.#stepsTooShort + 1 : 0
    if (
      second &&
      (this.#stepsTooLong >= drainAfterSteps || this.#bufferedMs() > maxDelayMs) &&
      second.atMs - head.endMs < toleranceMs
    ) {
      this.#stepsTooLong = 0
      return { kind: 'merge', first: this.#shift().packet, second: this.#shift().packet }
    }
    if (this.#stepsTooShort >= stretchAfterSteps) {
      this.#stepsTooShort = 0
      return { kind: 'stretch' }
    }
    return { kind: 'play', packet: this.#shift().packet }
  }
}
