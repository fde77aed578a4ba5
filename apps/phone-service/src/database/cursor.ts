import { PhoneError } from '@parley/contract/phone'
import { isUuid } from '@parley/primitives'

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

/** Encodes the start of the next page of a list that is ordered by time. */
export function serializeTimeCursor(at: Date, id: string): string {
  return serializeCursor([String(at.getTime()), id])
}

/**
 * Returns the time, under the given name, and the id of a cursor of {@link serializeTimeCursor}.
 *
 * @throws {PhoneError} `SCHEMA_ERROR`
 */
export function parseTimeCursor<Time extends string>(
  cursor: string,
  time: Time,
): Readonly<Record<Time, Date>> & { readonly id: string } {
  const [at = '', id = ''] = parseCursor(cursor, 2) ?? []
  if (!/^\d{1,15}$/.test(at) || !isUuid(id))
    throw new PhoneError('SCHEMA_ERROR', { message: 'query.cursor: invalid cursor.' })
  return { [time]: new Date(Number(at)), id } as Record<Time, Date> & { id: string }
}
