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

/**
 * Parses the value of an `a=crypto` attribute: `1 AES_CM_128_HMAC_SHA1_80 inline:...`. Returns null for an unsupported
 * suite, key method or parameter (key derivation rate, unauthenticated stream, several keys).
 */
export function parseSdesCrypto(value: string): { readonly tag: number; readonly key: SrtpKey } | null {
  const match =
    /^(\d{1,9}) (AES_CM_128_HMAC_SHA1_(?:80|32)) inline:([A-Za-z0-9+/]{40})((?:\|[0-9^:]+){0,2})$/i.exec(
      value.trim(),
    )
  // A master key identifier would add bytes to every packet; a lifetime alone has no effect.
  if (!match || match[4]!.includes(':')) return null
  return { tag: Number(match[1]), key: { suite: match[2]!.toUpperCase() as SrtpSuite, keySalt: match[3]! } }
}

export function serializeSdesCrypto(tag: number, key: SrtpKey): string {
  return `${tag} ${key.suite} inline:${key.keySalt}`
}
