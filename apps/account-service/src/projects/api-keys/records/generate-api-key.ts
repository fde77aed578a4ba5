import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { randomToken } from '@parley/server'

export type ApiKeyType = 'user' | 'team'

/** Identifies our keys for secret scanners. */
const scannerMarker = 'parleykey'

/**
 * Generates an API key: `sk_` (private) or `pk_` (public), 45 random characters, the key id without dashes,
 * its type, a flags digit (bit 0: self-hosted; bit 1: public), a marker, and the CRC-32 of all that in 8
 * hexadecimal digits. Only secret scanners parse it; lookup is by hash.
 */
export function generateApiKey(
  type: ApiKeyType,
  isPublic: boolean,
): { readonly id: string; readonly text: string } {
  const id = randomUUID()
  const [prefix, flags] = isPublic ? ['pk', '3'] : ['sk', '1']
  const body = `${prefix}_${randomToken(45)}${id.replaceAll('-', '')}${type}${flags}${scannerMarker}`
  return { id, text: `${body}${crc32(body).toString(16).padStart(8, '0')}` }
}
