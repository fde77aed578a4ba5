/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The part that a `Range` header asks for: the first of several. Null for all of it, also when the header cannot be
 * read; `unsatisfiable` when it lies outside. Source: RFC 9110 section 14.
 */
export function rangeOf(header: string | undefined, totalBytes: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*(,|$)/.exec(header ?? '')
  const [, first = '', last = ''] = match ?? []
  if (!match || (first === '' && last === '')) return null

  if (first === '') {
    const length = Math.min(Number(last), totalBytes)
    return length === 0 ? 'unsatisfiable' : { start: totalBytes - length, end: totalBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? totalBytes - 1 : Math.min(Number(last), totalBytes - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= totalBytes ? 'unsatisfiable' : { start, end }
}
