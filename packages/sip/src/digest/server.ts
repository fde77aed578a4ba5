import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { quote } from '../message/grammar.ts'
import type { SipRequest } from '../message/message.ts'
import { parseDigestFields } from './fields.ts'
import { type DigestAlgorithm, digestResponse, hashA1, parseAlgorithm } from './hash.ts'

export interface DigestServerOptions {
  readonly realm: string
  /** In the order offered. SHA-256, then MD5, by default. */
  readonly algorithms?: readonly DigestAlgorithm[]
  /** How long a nonce is valid. 300,000 by default. */
  readonly nonceLifetimeMs?: number
  /** Returns the time in epoch milliseconds. */
  readonly now?: () => number
}

/** The authenticated user name, or the challenges to respond with. */
export type DigestResult =
  | { readonly ok: true; readonly username: string }
  | { readonly ok: false; readonly challenge: readonly string[] }

/** Authenticates requests by digest: RFC 3261, 22.4; RFC 7616; RFC 8760. */
export interface DigestServer {
  /**
   * Verifies the Authorization of a request. `findPassword` returns null for an unknown user name, which
   * takes the same amount of work. A repeated nonce count (a replay) is rejected.
   */
  check(
    request: SipRequest,
    findPassword: (username: string) => string | null | Promise<string | null>,
  ): Promise<DigestResult>
}

/**
 * How many nonces are tracked with their highest count. Beyond that the oldest is dropped, and its next use
 * is stale.
 */
const maxTrackedNonces = 10_000

export function createDigestServer(options: DigestServerOptions): DigestServer {
  const { realm, algorithms = ['SHA-256', 'MD5'], nonceLifetimeMs = 300_000, now = Date.now } = options
  const secret = randomBytes(32)
  const highestCount = new Map<string, number>()

  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex').slice(0, 32)

  function newNonce(): string {
    const body = `${now().toString(36)}.${randomBytes(9).toString('base64url')}`
    const nonce = `${body}.${sign(body)}`
    highestCount.set(nonce, 0)
    const [oldest] = highestCount.keys()
    if (oldest !== undefined && highestCount.size > maxTrackedNonces) highestCount.delete(oldest)
    return nonce
  }

  function challenge(stale: 'stale' | 'unproven'): DigestResult {
    const nonce = newNonce()
    const make = (algorithm: DigestAlgorithm) =>
      `Digest realm=${quote(realm)}, nonce="${nonce}", algorithm=${algorithm}, qop="auth"${
        stale === 'stale' ? ', stale=true' : ''
      }`
    return { ok: false, challenge: algorithms.map(make) }
  }

  function checkNonce(nonce: string): 'valid' | 'stale' | 'foreign' {
    const [time = '', createRandom = '', signature = ''] = nonce.split('.')
    if (!equalsInConstantTime(sign(`${time}.${createRandom}`), signature)) return 'foreign'
    const aged = now() - Number.parseInt(time, 36) > nonceLifetimeMs
    return aged || !highestCount.has(nonce) ? 'stale' : 'valid'
  }

  return {
    async check(request, findPassword) {
      const fields = request.headers
        .all('Authorization')
        .map(parseDigestFields)
        .find((found) => found?.get('realm') === realm)
      const proof = fields && parseProof(fields, algorithms)
      if (!proof || proof.uri !== request.uri) return challenge('unproven')

      const password = await findPassword(proof.username)
      const ha1 = hashA1(proof.algorithm, proof.username, realm, password ?? randomBytes(12).toString('hex'))
      const expected = digestResponse({ ...proof, ha1, method: request.method })
      if (!equalsInConstantTime(expected, proof.response) || password === null) return challenge('unproven')

      const state = checkNonce(proof.nonce)
      if (state !== 'valid') return challenge(state === 'stale' ? 'stale' : 'unproven')
      const count = Number.parseInt(proof.qop.nonceCount, 16)
      if (count <= (highestCount.get(proof.nonce) ?? 0)) return challenge('stale')
      highestCount.set(proof.nonce, count)
      return { ok: true, username: proof.username }
    },
  }
}

function parseProof(fields: ReadonlyMap<string, string>, algorithms: readonly DigestAlgorithm[]) {
  const algorithm = parseAlgorithm(fields.get('algorithm'))
  const [username, nonce, uri, response] = ['username', 'nonce', 'uri', 'response'].map((name) =>
    fields.get(name),
  )
  const cnonce = fields.get('cnonce')
  const nonceCount = fields.get('nc') ?? ''
  if (!algorithm || !algorithms.includes(algorithm)) return null
  if (username === undefined || nonce === undefined || uri === undefined || response === undefined)
    return null
  if (fields.get('qop') !== 'auth' || cnonce === undefined || !/^[0-9a-f]{8}$/i.test(nonceCount)) return null
  return { algorithm, username, nonce, uri, response, qop: { value: 'auth' as const, cnonce, nonceCount } }
}

function equalsInConstantTime(expected: string, actual: string): boolean {
  const a = Buffer.from(expected)
  const b = Buffer.from(actual.toLowerCase())
  return a.length === b.length && timingSafeEqual(a, b)
}
