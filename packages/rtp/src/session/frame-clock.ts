import { performance } from 'node:perf_hooks'
import { frameMs } from '../audio/frame.ts'

export interface FrameClock extends Disposable {
  stop(): void
}

/** Frames beyond this limit are skipped: a burst of late frames cannot be played. */
const maxCatchUpFrames = 2

/**
 * Calls `onFrame` every 20 ms without drift: frame n is due at the start plus n times 20 ms, however late the
 * previous frames were.
 *
 * @param onFrame receives its lateness in milliseconds and the number of frames skipped before it.
 */
export function startFrameClock(onFrame: (latenessMs: number, skippedFrames: number) => void): FrameClock {
  let due = performance.now() + frameMs
  let timer: NodeJS.Timeout
  let running = true

  const arm = () => {
    // Timers fire up to a millisecond late and rarely early; rounding down keeps the mean at the due time.
    timer = setTimeout(tick, Math.max(0, Math.floor(due - performance.now())))
  }
  const tick = () => {
    const now = performance.now()
    let skipped = 0
    const behind = Math.floor((now - due) / frameMs)
    if (behind > maxCatchUpFrames) {
      skipped = behind - maxCatchUpFrames
      due += skipped * frameMs
    }
    while (running && due <= now + 0.5) {
      onFrame(Math.max(0, now - due), skipped)
      skipped = 0
      due += frameMs
    }
    if (running) arm()
  }
  const stop = () => {
    running = false
    clearTimeout(timer)
  }
  arm()

  return { stop, [Symbol.dispose]: stop }
}
