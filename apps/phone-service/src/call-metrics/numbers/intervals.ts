import type { SpeechInterval } from '../../speech-activity/index.ts'

/** Returns the time that intervals cover, with the pauses up to `maxPauseMs` between them, in order and without overlaps. */
export function unite(intervals: readonly SpeechInterval[], maxPauseMs = 0): SpeechInterval[] {
  const united: { startMs: number; endMs: number }[] = []
  for (const { startMs, endMs } of intervals.toSorted((one, other) => one.startMs - other.startMs)) {
    const last = united.at(-1)
    if (last && startMs - last.endMs <= maxPauseMs) last.endMs = Math.max(last.endMs, endMs)
    else united.push({ startMs, endMs })
  }
  return united
}

/** Returns the parts of the time from 0 to `durationMs` that intervals, in order and without overlaps, leave. */
export function findGaps(intervals: readonly SpeechInterval[], durationMs: number): SpeechInterval[] {
  const gaps: SpeechInterval[] = []
  let atMs = 0
  for (const { startMs, endMs } of intervals) {
    if (startMs > atMs) gaps.push({ startMs: atMs, endMs: startMs })
    atMs = endMs
  }
  if (durationMs > atMs) gaps.push({ startMs: atMs, endMs: durationMs })
  return gaps
}

/** Returns the `count` longest intervals, in their order. */
export function selectLongest(intervals: readonly SpeechInterval[], count: number): SpeechInterval[] {
  if (intervals.length <= count) return [...intervals]
  const longest = intervals.toSorted((one, other) => measureLength(other) - measureLength(one))
  return longest.slice(0, count).toSorted((one, other) => one.startMs - other.startMs)
}

export function sumLengths(intervals: readonly SpeechInterval[]): number {
  return intervals.reduce((sum, interval) => sum + measureLength(interval), 0)
}

export function measureLength({ startMs, endMs }: SpeechInterval): number {
  return endMs - startMs
}
