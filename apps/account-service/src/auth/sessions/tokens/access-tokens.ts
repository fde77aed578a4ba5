import { type CryptoKey, decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Services } from '../../../services.ts'
import { findUser } from '../../../users/records/index.ts'
import { keyCacheMs, signingKeyAt } from './key-rotation.ts'
import {
  createSigningKey,
  findSigningKey,
  listSigningKeys,
  openPrivateKey,
  type SigningKey,
} from './signing-keys.ts'
import { toUserClaims } from './user-claims.ts'

const claims = z.object({
  sub: z.uuid(),
  aud: z.string(),
  refreshTokenId: z.uuid(),
  exp: z.int(),
})

/** Claims of an access token with a valid signature and lifetime. */
export interface AccessTokenClaims {
  readonly userId: string
  readonly projectId: string
  readonly sessionId: string
}

export type TokenVerification =
  | { readonly kind: 'valid'; readonly claims: AccessTokenClaims }
  | { readonly kind: 'expired'; readonly expiredAtMillis: number }
  | { readonly kind: 'unparsable' }

export interface SignedToken {
  readonly token: string
  readonly expiresInSeconds: number
}

export interface AccessTokens {
  /** Signs an access token. Queries the database for the claims about the user. */
  sign(of: AccessTokenClaims): Promise<SignedToken>
  /**
   * Verifies format, algorithm, key, signature, issuer and lifetime. Does not check whether the session still
   * exists.
   */
  verify(token: string): Promise<TokenVerification>
  /** Returns the public keys of a project as JWKs (RFC 7517). */
  listPublicKeys(projectId: string): Promise<{ kid: string; x: string; y: string }[]>
}

/** The dependencies of operations that issue and verify access tokens. */
export interface AccessTokenService {
  readonly accessTokens: AccessTokens
}

type Deps = Pick<Services, 'database' | 'secrets' | 'options' | 'now'>

const unparsable = { kind: 'unparsable' } as const
const maxTokenLength = 4096
const maxCachedTokens = 10_000

/** Signs and verifies access tokens: ES256, with rotating key pairs per project. */
export function createAccessTokens(services: Deps): AccessTokens {
  return new CachedAccessTokens(services)
}

class CachedAccessTokens implements AccessTokens {
  readonly #services: Deps
  readonly #keys = new Map<string, SigningKey>()
  readonly #rings = new Map<string, CachedKeys>()
  readonly #privateKeys = new Map<string, Promise<CryptoKey>>()
  // A valid signature stays valid until the token expires. The session is checked with every request.
  readonly #tokens = new Map<string, { readonly read: TokenVerification; readonly expiresAtMs: number }>()

  constructor(services: Deps) {
    this.#services = services
  }

  async sign({ userId, projectId, sessionId }: AccessTokenClaims): Promise<SignedToken> {
    const { database, now, options } = this.#services
    const user = await findUser(database, projectId, userId)
    const { id, privateKey } = await this.#getSigner(projectId)
    const issuedAt = Math.floor(now().getTime() / 1000)
    const expiresInSeconds = Math.floor(options.accessTokenLifetimeMs / 1000)
    const token = await new SignJWT({
      branchId: 'main',
      refreshTokenId: sessionId,
      role: 'authenticated',
      project_id: projectId,
      branch_id: 'main',
      refresh_token_id: sessionId,
      ...toUserClaims(user),
    })
      .setProtectedHeader({ alg: 'ES256', kid: id, typ: 'JWT' })
      .setSubject(userId)
      .setAudience(projectId)
      .setIssuer(this.#issuerFor(projectId))
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + expiresInSeconds)
      .sign(privateKey)
    return { token, expiresInSeconds }
  }

  async verify(token: string): Promise<TokenVerification> {
    const { now } = this.#services
    const known = this.#tokens.get(token)
    if (known && known.expiresAtMs > now().getTime()) return known.read
    const key = await this.#findKey(parseKeyId(token) ?? '')
    if (!key) return unparsable

    try {
      const { payload } = await jwtVerify(token, key.publicKey, {
        algorithms: ['ES256'],
        typ: 'JWT',
        audience: key.projectId,
        issuer: this.#issuerFor(key.projectId),
        currentDate: now(),
      })
      const { sub, aud, refreshTokenId, exp } = claims.parse(payload)
      const read: TokenVerification = {
        kind: 'valid',
        claims: { userId: sub, projectId: aud, sessionId: refreshTokenId },
      }
      if (this.#tokens.size >= maxCachedTokens) this.#tokens.clear()
      this.#tokens.set(token, { read, expiresAtMs: exp * 1000 })
      return read
    } catch (error) {
      if (error instanceof errors.JWTExpired)
        return { kind: 'expired', expiredAtMillis: Number(error.payload.exp) * 1000 }
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) return unparsable
      throw error
    }
  }

  async listPublicKeys(projectId: string) {
    await this.#getSigner(projectId)
    const list = await listSigningKeys(this.#services.database, projectId)
    return list.map(({ id, publicJwk }) => ({ kid: id, ...publicJwk }))
  }

  #issuerFor(projectId: string): string {
    return `${this.#services.options.publicUrl}/api/v1/projects/${projectId}`
  }

  // Stored keys are immutable, so they are cached without expiry.
  async #findKey(id: string): Promise<SigningKey | null> {
    const key = this.#keys.get(id) ?? (await findSigningKey(this.#services.database, id))
    if (key) this.#keys.set(id, key)
    return key
  }

  async #getSigner(projectId: string): Promise<{ id: string; privateKey: CryptoKey }> {
    const { now, options } = this.#services
    const known = this.#rings.get(projectId)
    const isValid = known && Math.abs(now().getTime() - known.readAt) < keyCacheMs
    const ring = isValid ? known : { keys: loadKeys(this.#services, projectId), readAt: now().getTime() }
    this.#rings.set(projectId, ring)
    ring.keys.catch(() => this.#rings.delete(projectId))

    const key = signingKeyAt(await ring.keys, now(), options.accessTokenLifetimeMs)
    const privateKey = this.#privateKeys.get(key.id) ?? openPrivateKey(this.#services, key)
    this.#privateKeys.set(key.id, privateKey)
    privateKey.catch(() => this.#privateKeys.delete(key.id))
    return { id: key.id, privateKey: await privateKey }
  }
}

interface CachedKeys {
  readonly keys: Promise<readonly SigningKey[]>
  /** Epoch milliseconds. */
  readonly readAt: number
}

async function loadKeys(services: Deps, projectId: string): Promise<SigningKey[]> {
  const keys = await listSigningKeys(services.database, projectId)
  if (keys.length > 0) return keys
  await createSigningKey(services, services.database, projectId)
  return await listSigningKeys(services.database, projectId)
}

function parseKeyId(token: string): string | null {
  if (token.length > maxTokenLength) return null
  try {
    const { alg, kid, typ } = decodeProtectedHeader(token)
    return alg === 'ES256' && typ === 'JWT' && kid !== undefined ? kid : null
  } catch {
    return null
  }
}
