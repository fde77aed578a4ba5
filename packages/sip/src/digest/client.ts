import { randomBytes } from 'node:crypto'
import { quote } from '../message/grammar.ts'
import type { RemoteEndpoint } from '../transport/flow.ts'
import type { EndpointFilter } from '../user-agent/endpoint-filter.ts'
import { parseDigestFields } from './fields.ts'
import { type DigestAlgorithm, digestResponse, hashA1, parseAlgorithm } from './hash.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
  /** Only challenges of this realm are answered; those of any realm when absent. */
  readonly realm?: string
}

/** A parsed challenge with a supported algorithm and qop. */
interface Challenge {
  readonly algorithm: DigestAlgorithm
  readonly realm: string
  readonly nonce: string
  readonly opaque: string | null
  readonly qop: 'auth' | null
  readonly stale: boolean
}

/**
 * Computes digest credentials for one peer: RFC 3261, section 22, with the algorithms of RFC 8760. Counts the
 * uses of each nonce, so one instance must serve all requests of a call or registration.
 */
export class DigestClient {
  readonly #credentials: Credentials
  readonly #mayChallenge: EndpointFilter
  /** The IP addresses of endpoints that we have called. */
  readonly #called = new Set<string>()
  #nonce = ''
  #uses = 0

  /**
   * @param mayChallenge Whether an endpoint may learn the user name and a response. A request in a dialog may go to
   * others, which the far end has named.
   */
  constructor(credentials: Credentials, mayChallenge: EndpointFilter = () => false) {
    this.#credentials = credentials
    this.#mayChallenge = mayChallenge
  }

  /** Allows challenges from the IP address of an endpoint, whatever `mayChallenge` returns. */
  addCalled({ address }: RemoteEndpoint): void {
    this.#called.add(address)
  }

  /**
   * Returns the value of Authorization or Proxy-Authorization for a request, given the challenges of its 401
   * or 407. Returns null when the endpoint may not challenge, no challenge is supported, or the realm is in
   * `answered` and the nonce is not stale: then the password is wrong. Adds the realm to `answered`.
   */
  authorize(
    endpoint: RemoteEndpoint,
    challenges: readonly string[],
    method: string,
    uri: string,
    answered: Set<string>,
  ): string | null {
    if (!this.#called.has(endpoint.address) && !this.#mayChallenge(endpoint)) return null
    const challenge = challenges.map(parseChallenge).find((found) => found !== null && this.#mayAnswer(found))
    if (!challenge || (answered.has(challenge.realm) && !challenge.stale)) return null
    answered.add(challenge.realm)
    this.#uses = challenge.nonce === this.#nonce ? this.#uses + 1 : 1
    this.#nonce = challenge.nonce
    return this.#answer(challenge, method, uri)
  }

  #mayAnswer(challenge: Challenge): boolean {
    return this.#credentials.realm === undefined || this.#credentials.realm === challenge.realm
  }

  #answer(challenge: Challenge, method: string, uri: string): string {
    const { username, password } = this.#credentials
    const { algorithm, realm, nonce, opaque } = challenge
    const qop = challenge.qop && {
      value: challenge.qop,
      cnonce: randomBytes(12).toString('hex'),
      nonceCount: this.#uses.toString(16).padStart(8, '0'),
    }
    const ha1 = hashA1(algorithm, username, realm, password)
    const response = digestResponse({ algorithm, ha1, method, uri, nonce, qop })
    const fields = [
      `username=${quote(username)}`,
      `realm=${quote(realm)}`,
      `nonce=${quote(nonce)}`,
      `uri=${quote(uri)}`,
      `response="${response}"`,
      `algorithm=${algorithm}`,
    ]
    if (opaque !== null) fields.push(`opaque=${quote(opaque)}`)
    if (qop) fields.push(`qop=${qop.value}`, `cnonce="${qop.cnonce}"`, `nc=${qop.nonceCount}`)
    return `Digest ${fields.join(', ')}`
  }
}

/** Returns the first supported challenge: a peer lists them in order of preference (RFC 8760, 2.4). */
function parseChallenge(text: string): Challenge | null {
  const fields = parseDigestFields(text)
  const algorithm = parseAlgorithm(fields?.get('algorithm'))
  const realm = fields?.get('realm')
  const nonce = fields?.get('nonce')
  if (!fields || !algorithm || realm === undefined || nonce === undefined) return null

  const offered = fields.get('qop')
  const qops = offered?.split(',').map((qop) => qop.trim().toLowerCase())
  if (qops && !qops.includes('auth')) return null
  return {
    algorithm,
    realm,
    nonce,
    opaque: fields.get('opaque') ?? null,
    qop: qops ? 'auth' : null,
    stale: fields.get('stale')?.toLowerCase() === 'true',
  }
}
