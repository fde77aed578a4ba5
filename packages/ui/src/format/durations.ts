const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Formats a position in a recording or a running timer: `04:37`, `1:02:03`. */
export function formatPosition(ms: number): string {
  const { hours, minutes, seconds } = splitDuration(ms)
  const rest = `${padTwo(minutes)}:${padTwo(seconds)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** Formats a ringing time in minutes and seconds: `0:08`. */
export function formatRinging(ms: number): string {
  const { hours, minutes, seconds } = splitDuration(ms)
  return `${hours * 60 + minutes}:${padTwo(seconds)}`
}

/**
 * Formats a duration with units: `41 s`, `6 min 12 s`, `1 h 04 min`. The units are the same in all supported
 * languages.
 */
export function formatDuration(ms: number): string {
  const { hours, minutes, seconds } = splitDuration(ms)
  if (hours > 0) return `${hours} h ${padTwo(minutes)} min`
  if (minutes > 0) return `${minutes} min ${padTwo(seconds)} s`
  return `${seconds} s`
}

function splitDuration(ms: number) {
  const roundedMs = Math.max(0, Math.floor(ms / secondMs)) * secondMs
  return {
    hours: Math.floor(roundedMs / hourMs),
    minutes: Math.floor((roundedMs % hourMs) / minuteMs),
    seconds: Math.floor((roundedMs % minuteMs) / secondMs),
  }
}

function padTwo(value: number): string {
  return String(value).padStart(2, '0')
}
