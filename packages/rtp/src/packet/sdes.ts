import { randomBytes } from 'node:crypto'

export type SrtpSuite = 'AES_CM_128_HMAC_SHA1_80' | 'AES_CM_128_HMAC_SHA1_32'

/** Master key (16 bytes) and master salt (14 bytes) in base64 (RFC 4568, section 6.1). */
export interface SrtpKey {
  readonly suite: SrtpSuite
  readonly keySalt: string
}

const keySaltBytes = 30

export function generateSdesKey(suite: SrtpSuite = 'AES_CM_128_HMAC_SHA1_80'): SrtpKey {
  return { suite, keySalt: randomBytes(keySaltBytes).toString('base64') }
}
