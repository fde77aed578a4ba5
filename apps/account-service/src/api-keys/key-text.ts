import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { randomToken } from '@parley/server'

export type KeyType = 'user' | 'team'

/** Tells a scanner of leaked secrets that a text is one of ours. */
const marker = 'parleykey'

/**
 * Makes the text of an API key: `sk_` (private) or `pk_` (public), then 45 random characters, the id of the key without
 * dashes, its type, a character of flags (bit 0: from a server of one's own; bit 1: public), a marker, and the CRC-32 of all
 * that in 8 hexadecimal digits. Nobody reads it but scanners; it is looked up by its hash.
 */
export function newKeyText(type: KeyType, isPublic: boolean): { readonly id: string; readonly text: string } {
  const id = randomUUID()
  const [prefix, flags] = isPublic ? ['pk', '3'] : ['sk', '1']
  const body = `${prefix}_${randomToken(45)}${id.replaceAll('-', '')}${type}${flags}${marker}`
  return { id, text: `${body}${crc32(body).toString(16).padStart(8, '0')}` }
}
