/** Encodes the start of the next page of a list as an opaque cursor. */
export function serializeCursor(place: readonly string[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** Returns the parts of a cursor, or null when it is not a cursor of `length` parts. */
export function parseCursor(cursor: string, length: number): string[] | null {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const isValid =
      Array.isArray(place) && place.length === length && place.every((part) => typeof part === 'string')
    return isValid && !place.some((part) => part.includes('\0')) ? place : null
  } catch {
    return null
  }
}
