import { randomBytes } from 'node:crypto'

const suites = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const
export type SrtpSuite = (typeof suites)[number]

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
 * Parses the value of an `a=crypto` attribute: `1 AES_CM_128_HMAC_SHA1_80 inline:...`. Returns null for an
 * unsupported suite, key method or parameter (key derivation rate, unauthenticated stream, several keys).
 */
export function parseSdesCrypto(value: string): { readonly tag: number; readonly key: SrtpKey } | null {
  // A master key identifier (with a colon) would add bytes to every packet; a lifetime alone has no effect.
  const [, tag, suiteName, keySalt] =
    /^(\d{1,9}) (\S+) inline:([A-Za-z0-9+/]{40})(?:\|[0-9^]+){0,2}$/i.exec(value.trim()) ?? []
  const suite = suites.find((each) => each === suiteName?.toUpperCase())
  return suite && keySalt !== undefined ? { tag: Number(tag), key: { suite, keySalt } } : null
}

export function serializeSdesCrypto(tag: number, key: SrtpKey): string {
  return `${tag} ${key.suite} inline:${key.keySalt}`
}
