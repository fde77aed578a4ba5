import { frameMs } from '../audio/frame.ts'

/** What to play next. */
export type JitterStep<T> =
  /** Nothing is there, or not enough yet. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'play'; readonly packet: T }
  /** Two packets in the time of one: the buffer is fuller than it has to be. */
  | { readonly kind: 'merge'; readonly first: T; readonly second: T }
  /** A packet is lost. `next` is the one right behind it, if that is here. */
  | { readonly kind: 'missing'; readonly durationMs: number; readonly next: T | null }
  /** One frame more than there is: the buffer is emptier than it should be. */
  | { readonly kind: 'stretch' }

/**
 * Puts packets back into order and into an even pace. Delay is what a packet waits longer than the fastest packet of the
 * last two seconds: 40 ms at first, 40 to 120 by what the network does, never more than 200. Both ways it moves by
 * single frames, so a delay that is not needed any more does not stay.
 */
export interface JitterBuffer<T> {
  /** @param atMs the packet's place in the stream, in milliseconds from anywhere. */
  put(packet: T, atMs: number, durationMs: number, nowMs: number): void
  /** @param heldMs what was taken before and has not been played yet. */
  take(nowMs: number, heldMs: number): JitterStep<T>
  reset(): void
  readonly targetMs: number
  readonly delayMs: number
  /** Packets that came too late to be played. */
  readonly latePackets: number
}

interface Entry<T> {
  readonly packet: T
  readonly atMs: number
  readonly endMs: number
  readonly arrivedMs: number
}

const leastMs = 40
const mostByJitterMs = 120
const mostMs = 200
const transitWindow = 100
const mostEntries = 100
const sameMs = 0.5
const rebaseAfter = 10
const rebaseMs = 100
/** How long the delay has to be too long, or too short, before a frame is dropped or added. */
const drainAfterSteps = 10
const stretchAfterSteps = 10
const starvedSteps = 10
/** A hole of this size is a pause of the speaker or a new stream, not a loss. */
const pauseMs = 240
const jumpMs = 5_000
const lateInARowLimit = 25

export function createJitterBuffer<T>(): JitterBuffer<T> {
  let entries: Entry<T>[] = []
  let transits: number[] = []
  let playAtMs: number | null = null
  let lastAtMs: number | null = null
  let fastestMs = 0
  let targetMs = leastMs
  let delayMs = 0
  let stepsTooLong = 0
  let stepsTooShort = 0
  let stretchedMs = 0
  let starved = 0
  let latePackets = 0
  let lateInARow = 0

  const pause = () => {
    playAtMs = null
    stepsTooLong = 0
    stepsTooShort = 0
    stretchedMs = 0
    starved = 0
    lateInARow = 0
  }
  const reset = () => {
    pause()
    entries = []
    transits = []
    targetMs = leastMs
  }
  const measure = (transitMs: number) => {
    transits.push(transitMs)
    if (transits.length > transitWindow) transits.shift()
    // A sender that paused without saying so in its timestamps is slower from then on, for good.
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
    // One late packet in two seconds is better lost than waited for by all the others.
    const spreadMs = Math.max(0, nextSlowest - fastest)
    const wanted = Math.ceil(spreadMs / frameMs) * frameMs + frameMs
    targetMs = Math.min(mostByJitterMs, Math.max(leastMs, wanted))
  }
  const shift = (): Entry<T> => {
    const entry = entries.shift()!
    playAtMs = entry.endMs
    stretchedMs = 0
    starved = 0
    return entry
  }
  /** How much there is to play, holes included. */
  const waitingMs = () => (entries.at(-1)?.endMs ?? playAtMs!) - playAtMs!
  /** Drops what is already behind the playout, and so much of a long backlog that the rest can be drained. */
  const dropStale = (behindMs: number) => {
    while (entries.length > 1 && waitingMs() > mostMs + 2 * frameMs) {
      shift()
      delayMs = behindMs - playAtMs! - fastestMs
    }
    while (entries.length > 0 && entries[0]!.endMs <= playAtMs! + sameMs) entries.shift()
  }
  const starve = (): JitterStep<T> => {
    if (++starved > starvedSteps) {
      pause()
      return { kind: 'wait' }
    }
    if (delayMs >= mostMs) {
      playAtMs! += frameMs
      return { kind: 'missing', durationMs: frameMs, next: null }
    }
    stretchedMs += frameMs
    return { kind: 'stretch' }
  }
  const isReady = (nowMs: number) => {
    const [first] = entries
    return first !== undefined && nowMs - first.arrivedMs >= targetMs - frameMs - sameMs
  }

  return {
    put(packet, atMs, durationMs, nowMs) {
      if (lastAtMs !== null && Math.abs(atMs - lastAtMs) > jumpMs) reset()
      lastAtMs = atMs
      measure(nowMs - atMs)
      const endMs = atMs + durationMs
      if (playAtMs !== null && endMs <= playAtMs + sameMs) {
        latePackets++
        if (++lateInARow > lateInARowLimit) reset()
        return
      }
      lateInARow = 0
      let index = entries.length
      while (index > 0 && entries[index - 1]!.atMs > atMs - sameMs) index--
      const following = entries[index]
      if (following && Math.abs(following.atMs - atMs) < sameMs) return
      entries.splice(index, 0, { packet, atMs, endMs, arrivedMs: nowMs })
      if (entries.length > mostEntries) entries.shift()
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
        pause()
        return { kind: 'wait' }
      }
      if (gapMs > sameMs) {
        const durationMs = Math.min(frameMs, gapMs)
        playAtMs += durationMs
        return { kind: 'missing', durationMs, next: gapMs <= frameMs + sameMs ? head.packet : null }
      }

      stepsTooLong = delayMs > targetMs + 5 ? stepsTooLong + 1 : 0
      stepsTooShort = delayMs < targetMs - frameMs ? stepsTooShort + 1 : 0
      if (
        second &&
        (stepsTooLong >= drainAfterSteps || waitingMs() > mostMs) &&
        second.atMs - head.endMs < sameMs
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
