/**
 * Compares ids and names for lists, case-insensitively: `$` before digits before `:` before letters before
 * `_`.
 */
export function compareCaseInsensitive(a: string, b: string): number {
  // Character by character, because building two folded strings per comparison is too slow for long lists.
  const length = Math.min(a.length, b.length)
  for (let position = 0; position < length; position++) {
    const difference = upperCharCodeAt(a, position) - upperCharCodeAt(b, position)
    if (difference !== 0) return difference
  }
  if (a.length !== b.length || a === b) return a.length - b.length
  return a > b ? -1 : 1
}

function upperCharCodeAt(text: string, position: number): number {
  const code = text.charCodeAt(position)
  return code >= 0x61 && code <= 0x7a ? code - 0x20 : code
}
