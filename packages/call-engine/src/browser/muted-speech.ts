/** Linear in decibels, from 0 at -60 dBFS to 1 at full scale. */
const speechLevel = 0.55
/** The speech after which the notice is shown. Each shorter silence cancels half its length, so single sounds do not add up. */
const minSpeechMs = 400
/** How long the notice remains after the speech. */
const noticeMs = 3_000
/** A background tab measures less often: longer intervals do not count as continuous speech. */
const maxIntervalMs = 200

interface Measurement {
  readonly level: number
  readonly isMuted: boolean
  readonly nowMs: number
}

/** Detects that a muted user talks. Speech has pauses between words, which do not end it. */
export function createMutedSpeech() {
  let speechMs = 0
  let lastMs: number | null = null
  let noticedMs: number | null = null

  return {
    /** Returns whether the user talks, or did a moment ago, while muted. */
    update({ level, isMuted, nowMs }: Measurement): boolean {
      const elapsedMs = lastMs === null ? 0 : Math.min(nowMs - lastMs, maxIntervalMs)
      lastMs = nowMs
      if (!isMuted) {
        speechMs = 0
        noticedMs = null
        return false
      }
      const change = level >= speechLevel ? elapsedMs : -elapsedMs / 2
      speechMs = Math.min(minSpeechMs, Math.max(0, speechMs + change))
      if (speechMs === minSpeechMs) noticedMs = nowMs
      return noticedMs !== null && nowMs - noticedMs < noticeMs
    },
  }
}
