import { createHmac } from 'node:crypto'
import { randomToken, type Secrets } from '@parley/server'

const groupCount = 4
const groupLength = 5

/** Generates a recovery code: four groups of five letters and digits, 100 random bits. */
export function generateRecoveryCode(): string {
  return Array.from({ length: groupCount }, () => randomToken(groupLength)).join('-')
}

/**
 * Returns the stored hash of a recovery code, or null for malformed input. Ignores case, spaces and hyphens,
 * and maps letters that look like digits. The hash is keyed; the key is not in the database.
 */
export function hashRecoveryCode(secrets: Secrets, userId: string, typed: string): string | null {
  const text = typed
    .toLowerCase()
    .replace(/[\s-]+/g, '')
    .replace(/[il]/g, '1')
    .replace(/o/g, '0')
  if (text.length !== groupCount * groupLength) return null
  return createHmac('sha256', secrets.deriveKey('recovery codes')).update(`${userId} ${text}`).digest('hex')
}
