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

/**
 * Reorders packets and plays them at a steady pace. Delay is the time a packet waits compared with the fastest packet
 * of the last two seconds: 40 ms initially, 40 to 120 ms depending on jitter, at most 200 ms. It grows and shrinks by
 * single frames.
 */
export interface JitterBuffer<T> {
  /** @param atMs position of the packet in the stream in milliseconds, with any origin. */
  put(packet: T, atMs: number, durationMs: number, nowMs: number): void
  /** @param heldMs audio taken earlier that has not been played yet. */
  take(nowMs: number, heldMs: number): JitterStep<T>
  reset(): void
  readonly targetMs: number
  readonly delayMs: number
  /** Packets that arrived too late to be played. */
  readonly latePackets: number
}

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

export function createJitterBuffer<T>(): JitterBuffer<T> {
  let entries: Entry<T>[] = []
  let transits: number[] = []
  let playAtMs: number | null = null
  let lastAtMs: number | null = null
  let fastestMs = 0
  let targetMs = minDelayMs
  let delayMs = 0
  let stepsTooLong = 0
  let stepsTooShort = 0
  let stretchedMs = 0
  let consecutiveStarved = 0
  let latePackets = 0
  let consecutiveLate = 0

  const pausePlayout = () => {
    playAtMs = null
    stepsTooLong = 0
    stepsTooShort = 0
    stretchedMs = 0
    consecutiveStarved = 0
    consecutiveLate = 0
  }
  const reset = () => {
    pausePlayout()
    entries = []
    transits = []
    targetMs = minDelayMs
  }
  const measure = (transitMs: number) => {
    transits.push(transitMs)
    if (transits.length > transitWindow) transits.shift()
    // A sender that paused without advancing its timestamps has a longer transit time from then on.
    const recent = transits.slice(-rebaseAfter)
    if (recent.length === rebaseAfter && Math.min(...recent) - fastestMs > rebaseMs) transits = recent
    let fastest = transitMs
    let slowest = Number.NEGATIVE_INFINITY
    let nextSlowest = slowest
    for (const transit of transits) {
      if (transit < fastest) fastest = transit
      if (transit >= slowest) {
        nextSlowest = slowest
        slowest = transit
      } else if (transit > nextSlowest) nextSlowest = transit
    }
    fastestMs = fastest
    // Losing one late packet in two seconds is better than delaying all the others.
    const spreadMs = Math.max(0, nextSlowest - fastest)
    const wanted = Math.ceil(spreadMs / frameMs) * frameMs + frameMs
    targetMs = Math.min(maxTargetMs, Math.max(minDelayMs, wanted))
  }
  const shift = (): Entry<T> => {
    const entry = entries.shift()!
    playAtMs = entry.endMs
    stretchedMs = 0
    consecutiveStarved = 0
    return entry
  }
  /** Duration of the buffered audio including gaps. */
  const bufferedMs = () => (entries.at(-1)?.endMs ?? playAtMs!) - playAtMs!
  /** Drops packets behind the playout position, and the part of a long backlog that cannot be drained. */
  const dropStale = (behindMs: number) => {
    while (entries.length > 1 && bufferedMs() > maxDelayMs + 2 * frameMs) {
      shift()
      delayMs = behindMs - playAtMs! - fastestMs
    }
    while (entries.length > 0 && entries[0]!.endMs <= playAtMs! + toleranceMs) entries.shift()
  }
  const starve = (): JitterStep<T> => {
    if (++consecutiveStarved > maxStarvedSteps) {
      pausePlayout()
      return { kind: 'wait' }
    }
    if (delayMs >= maxDelayMs) {
      playAtMs! += frameMs
      return { kind: 'missing', durationMs: frameMs, next: null }
    }
    stretchedMs += frameMs
    return { kind: 'stretch' }
  }
  const isReady = (nowMs: number) => {
    const [first] = entries
    return first !== undefined && nowMs - first.arrivedMs >= targetMs - frameMs - toleranceMs
  }

  return {
    put(packet, atMs, durationMs, nowMs) {
      if (lastAtMs !== null && Math.abs(atMs - lastAtMs) > jumpMs) reset()
      lastAtMs = atMs
      let index = entries.length
      while (index > 0 && entries[index - 1]!.atMs > atMs - toleranceMs) index--
      const following = entries[index]
      // A duplicate says nothing about the network, so it is not measured.
      if (following && Math.abs(following.atMs - atMs) < toleranceMs) return
      measure(nowMs - atMs)
      const endMs = atMs + durationMs
      if (playAtMs !== null && endMs <= playAtMs + toleranceMs) {
        latePackets++
        if (++consecutiveLate > maxConsecutiveLate) reset()
        return
      }
      consecutiveLate = 0
      entries.splice(index, 0, { packet, atMs, endMs, arrivedMs: nowMs })
      if (entries.length > maxEntries) entries.shift()
    },

    take(nowMs, heldMs) {
      if (playAtMs === null) {
        if (!isReady(nowMs)) return { kind: 'wait' }
        playAtMs = entries[0]!.atMs
      }
      const behindMs = nowMs + heldMs
      delayMs = behindMs - playAtMs - fastestMs
      dropStale(behindMs)

      const [head, second] = entries
      if (!head) return starve()
      const skippedMs = Math.max(0, Math.min(stretchedMs, head.atMs - playAtMs))
      playAtMs += skippedMs
      stretchedMs -= skippedMs

      const gapMs = head.atMs - playAtMs
      if (gapMs > pauseMs) {
        pausePlayout()
        return { kind: 'wait' }
      }
      if (gapMs > toleranceMs) {
        const durationMs = Math.min(frameMs, gapMs)
        playAtMs += durationMs
        return { kind: 'missing', durationMs, next: gapMs <= frameMs + toleranceMs ? head.packet : null }
      }

      stepsTooLong = delayMs > targetMs + 5 ? stepsTooLong + 1 : 0
      stepsTooShort = delayMs < targetMs - frameMs ? stepsTooShort + 1 : 0
      if (
        second &&
        (stepsTooLong >= drainAfterSteps || bufferedMs() > maxDelayMs) &&
        second.atMs - head.endMs < toleranceMs
      ) {
        stepsTooLong = 0
        return { kind: 'merge', first: shift().packet, second: shift().packet }
      }
      if (stepsTooShort >= stretchAfterSteps) {
        stepsTooShort = 0
        return { kind: 'stretch' }
      }
      return { kind: 'play', packet: shift().packet }
    },

    reset,
    get targetMs() {
      return targetMs
    },
    get delayMs() {
      return playAtMs === null ? 0 : delayMs
    },
    get latePackets() {
      return latePackets
    },
  }
}
