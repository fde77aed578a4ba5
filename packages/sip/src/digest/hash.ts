import { createHash } from 'node:crypto'

/** Algorithms of RFC 8760 in our order of preference, with Node's name of the hash. */
const hashNames = { 'SHA-256': 'sha256', MD5: 'md5' } as const

export type DigestAlgorithm = keyof typeof hashNames

/**
 * Returns the algorithm of an `algorithm` parameter (MD5 when absent; RFC 7616, 3.3), or null when it is not
 * supported.
 */
export function parseAlgorithm(name: string | null | undefined): DigestAlgorithm | null {
  const wanted = (name ?? 'MD5').toUpperCase()
  return wanted === 'MD5' || wanted === 'SHA-256' ? wanted : null
}

export interface DigestInput {
  readonly algorithm: DigestAlgorithm
  /** Hash of `username:realm:password`, in lower-case hexadecimal digits. */
  readonly ha1: string
  readonly method: string
  readonly uri: string
  readonly nonce: string
  /** Null for a challenge without `qop`: the calculation of RFC 2069, which RFC 2617 still allows. */
  readonly qop: { readonly value: 'auth'; readonly cnonce: string; readonly nonceCount: string } | null
}

function hash(algorithm: DigestAlgorithm, text: string): string {
  return createHash(hashNames[algorithm]).update(text).digest('hex')
}

/** Returns the hash of A1; RFC 7616, 3.4.2. */
export function hashA1(
  algorithm: DigestAlgorithm,
  username: string,
  realm: string,
  password: string,
): string {
  return hash(algorithm, `${username}:${realm}:${password}`)
}

/** Returns the `response` parameter; RFC 7616, 3.4.1. */
export function digestResponse({ algorithm, ha1, method, uri, nonce, qop }: DigestInput): string {
  const ha2 = hash(algorithm, `${method}:${uri}`)
  const middle = qop ? `${nonce}:${qop.nonceCount}:${qop.cnonce}:${qop.value}` : nonce
  return hash(algorithm, `${ha1}:${middle}:${ha2}`)
}
