import { PhoneError } from '@parley/contract/phone'
import { removeInvisibleCharacters } from '@parley/primitives'

/**
 * Returns a name without invisible characters. `field` is its place in the request.
 *
 * @throws {PhoneError} `SCHEMA_ERROR` when it shows nothing
 */
export function toVisibleName(name: string, field = 'body.name'): string {
  const visible = removeInvisibleCharacters(name)
  if (visible === '') throw new PhoneError('SCHEMA_ERROR', { message: `${field}: the name shows nothing.` })
  return visible
}
