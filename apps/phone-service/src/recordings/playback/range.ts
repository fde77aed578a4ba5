/** A byte range from `start` to `end`, both inclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Parses a `Range` header (RFC 9110 section 14). Returns the first range, null for the whole file or an
 * invalid header, and `unsatisfiable` when the range is outside of the file. Not done by `@fastify/send` or
 * `@fastify/static`, because they serve paths only, and the audio of a call is mixed while it is sent.
 */
export function parseRange(
  header: string | undefined,
  totalBytes: number,
): ByteRange | 'unsatisfiable' | null {
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
