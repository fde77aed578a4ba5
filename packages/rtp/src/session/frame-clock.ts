import { performance } from 'node:perf_hooks'
import { frameMs } from '../audio/frame.ts'

export interface FrameClock extends Disposable {
  stop(): void
}

/** After a longer pause the rest is skipped: two frames at once are a stumble, ten are a burst nobody can play. */
const mostCatchUpFrames = 2

/**
 * Calls `onFrame` every 20 ms, corrected for drift: frame n is due at the start plus n times 20 ms, however late the
 * ones before were.
 *
 * @param onFrame is told how late it is, in milliseconds, and how many frames were skipped before it.
 */
export function startFrameClock(onFrame: (latenessMs: number, skippedFrames: number) => void): FrameClock {
  let due = performance.now() + frameMs
  let timer: NodeJS.Timeout
  let running = true

  const arm = () => {
    // A timer fires up to a millisecond late, hardly ever early; rounding down keeps the mean at the due time.
    timer = setTimeout(tick, Math.max(0, Math.floor(due - performance.now())))
  }
  const tick = () => {
    const now = performance.now()
    let skipped = 0
    const behind = Math.floor((now - due) / frameMs)
    if (behind > mostCatchUpFrames) {
      skipped = behind - mostCatchUpFrames
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
