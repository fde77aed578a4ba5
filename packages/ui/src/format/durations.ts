const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Formats a position in a recording or a running timer: `04:37`, `1:02:03`. */
export function formatPosition(ms: number): string {
  const { hours, minutes, seconds } = partsOf(ms)
  const rest = `${twoFigures(minutes)}:${twoFigures(seconds)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** Formats a ringing time in minutes and seconds: `0:08`. */
export function formatRinging(ms: number): string {
  const { hours, minutes, seconds } = partsOf(ms)
  return `${hours * 60 + minutes}:${twoFigures(seconds)}`
}

/** Formats a duration with units: `41 s`, `6 min 12 s`, `1 h 04 min`. The units are the same in all supported languages. */
export function formatLength(ms: number): string {
  const { hours, minutes, seconds } = partsOf(ms)
  if (hours > 0) return `${hours} h ${twoFigures(minutes)} min`
  if (minutes > 0) return `${minutes} min ${twoFigures(seconds)} s`
  return `${seconds} s`
}

function partsOf(ms: number) {
  const roundedMs = Math.max(0, Math.floor(ms / secondMs)) * secondMs
  return {
    hours: Math.floor(roundedMs / hourMs),
    minutes: Math.floor((roundedMs % hourMs) / minuteMs),
    seconds: Math.floor((roundedMs % minuteMs) / secondMs),
  }
}

function twoFigures(value: number): string {
  return String(value).padStart(2, '0')
}
