import { createHash } from 'node:crypto'

/** Algorithms of RFC 8760 in the order we prefer to ask for them, with Node's name of the hash. */
const hashNames = { 'SHA-256': 'sha256', MD5: 'md5' } as const

export type DigestAlgorithm = keyof typeof hashNames

/** The algorithm that an `algorithm` parameter means (MD5 when absent; RFC 7616, 3.3), or null when we lack it. */
export function algorithmNamed(name: string | null | undefined): DigestAlgorithm | null {
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
  /** Null without `qop`: the older calculation that RFC 2617 kept for RFC 2069. */
  readonly qop: { readonly value: 'auth'; readonly cnonce: string; readonly nonceCount: string } | null
}

function hash(algorithm: DigestAlgorithm, text: string): string {
  return createHash(hashNames[algorithm]).update(text).digest('hex')
}

/** A1 of RFC 7616, 3.4.2, hashed. */
export function hashOfPassword(
  algorithm: DigestAlgorithm,
  username: string,
  realm: string,
  password: string,
): string {
  return hash(algorithm, `${username}:${realm}:${password}`)
}

/** The `response` of RFC 7616, 3.4.1. */
export function digestResponse({ algorithm, ha1, method, uri, nonce, qop }: DigestInput): string {
  const ha2 = hash(algorithm, `${method}:${uri}`)
  const middle = qop ? `${nonce}:${qop.nonceCount}:${qop.cnonce}:${qop.value}` : nonce
  return hash(algorithm, `${ha1}:${middle}:${ha2}`)
}
