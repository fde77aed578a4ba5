import type { Clock } from '@parley/primitives'
import type { TokenSource } from '../requests/account-transport.ts'
import { readAccessTokenTimes } from './access-token.ts'
import type { SessionEndpoint } from './refresh.ts'
import type { TokenStore, Tokens, ValidTokens } from './token-store.ts'
import { type LockManagerLike, sessionLockName, withTabLock } from './with-tab-lock.ts'

/** Minimum remaining validity of the access token of a request, so that it is still valid on arrival. */
const minValidityMs = 20_000

/**
 * Upper bound of the validity that callers can require, because a service may issue tokens for one minute
 * only. Also the minimum remaining validity of a token adopted from another tab.
 */
const maxRequiredValidityMs = 60_000

/** Clock skew that is ignored. Beyond it, the clock of the service is used. */
const clockToleranceMs = 30_000

export interface AuthSessionOptions {
  readonly projectId: string
  readonly tokens: TokenStore
  readonly endpoint: SessionEndpoint
  /** Scripts cannot read the refresh token. */
  readonly isHttpOnly?: boolean
  readonly clock: Clock
  /** Serialises changes of the session across the tabs of one origin. */
  readonly locks: LockManagerLike | undefined
}

/** A session: the tokens of the user, with one refresh shared by all callers. */
export class AuthSession implements TokenSource {
  readonly tokens: TokenStore
  readonly #options: AuthSessionOptions
  /** An access token that the service rejected before it expired. */
  #refusedAccessToken: string | null = null
  #clockSkewMs = 0
  #refreshing: { refreshToken: string; result: Promise<ValidTokens | null> } | null = null

  constructor(options: AuthSessionOptions) {
    this.tokens = options.tokens
    this.#options = options
  }

  /**
   * Whether browsers store the session on this origin. Only a session that scripts cannot read needs a secure
   * one.
   */
  get isOriginSecure(): boolean {
    return !this.#options.isHttpOnly || globalThis.isSecureContext !== false
  }

  /** Whether scripts cannot read the refresh token. */
  get isHttpOnly(): boolean {
    return this.#options.isHttpOnly === true
  }

  /** The refresh token of tokens; null if scripts cannot read it. */
  readableRefreshToken({ refreshToken }: Tokens): string | null {
    return this.isHttpOnly ? null : refreshToken
  }

  /**
   * Returns tokens whose access token is valid for at least another `validForMs`, refreshing them if needed.
   * Returns null if no user is signed in or the session has ended.
   *
   * @throws {RangeError} if `validForMs` is 60,000 or more.
   */
  async getValidTokens(validForMs = minValidityMs): Promise<ValidTokens | null> {
    if (validForMs >= maxRequiredValidityMs) {
      throw new RangeError('validForMs must be less than 60000.')
    }
    for (;;) {
      const present = this.tokens.get()
      if (!present) return null
      const valid = this.#toValidTokens(present, validForMs)
      if (valid) return valid
      const renewed = await this.#refreshOnce(present.refreshToken)
      if (renewed) return renewed
    }
  }

  markAccessTokenExpired(accessToken: string): void {
    this.#refusedAccessToken = accessToken
  }

  /** Stores the tokens of a new session. */
  async start(tokens: ValidTokens): Promise<void> {
    await this.#runExclusive(async () => {
      const { refreshToken, accessToken } = await this.#options.endpoint.start(tokens)
      this.#learnClockSkew(accessToken)
      this.tokens.set({ refreshToken, accessToken })
    })
  }

  /** Removes the tokens, which signs the user out locally. */
  async end(): Promise<void> {
    this.tokens.set(null)
    await this.#runExclusive(() => this.#options.endpoint.end())
  }

  /**
   * Otherwise the end of a session in one tab could end the session that another tab starts, because they
   * share a cookie.
   */
  async #runExclusive(work: () => Promise<void>): Promise<void> {
    const { projectId, locks, isHttpOnly } = this.#options
    await (isHttpOnly ? withTabLock(sessionLockName(projectId), locks, work) : work())
  }

  #refreshOnce(refreshToken: string): Promise<ValidTokens | null> {
    if (this.#refreshing?.refreshToken === refreshToken) return this.#refreshing.result

    const { projectId, locks } = this.#options
    const result = withTabLock(sessionLockName(projectId), locks, () => this.#refresh(refreshToken))
    const refreshing = {
      refreshToken,
      result: result.finally(() => {
        if (this.#refreshing === refreshing) this.#refreshing = null
      }),
    }
    this.#refreshing = refreshing
    return refreshing.result
  }

  async #refresh(refreshToken: string): Promise<ValidTokens | null> {
    const present = this.tokens.get()
    if (present?.refreshToken !== refreshToken) return null
    // Another tab may have refreshed while this one waited for the lock.
    const found = this.#toValidTokens(present, maxRequiredValidityMs)
    if (found) return found

    const renewed = await this.#options.endpoint.refresh(refreshToken)
    // Discard the response if the user signed out or changed during the request.
    if (this.tokens.get()?.refreshToken !== refreshToken) return null
    if (renewed === null) {
      this.tokens.set(null)
      return null
    }

    this.#learnClockSkew(renewed.accessToken)
    if (this.#remainingMs(renewed.accessToken) < minValidityMs) {
      throw new Error('Access tokens expire in less than 20 seconds.')
    }
    this.tokens.set(renewed)
    return renewed
  }

  #toValidTokens({ refreshToken, accessToken }: Tokens, validForMs: number): ValidTokens | null {
    if (!accessToken || this.#remainingMs(accessToken) < validForMs) return null
    return { refreshToken, accessToken }
  }

  #remainingMs(accessToken: string): number {
    if (accessToken === this.#refusedAccessToken) return 0
    const times = readAccessTokenTimes(accessToken)
    return times ? times.expiresAtMs - (this.#options.clock.now() + this.#clockSkewMs) : 0
  }

  #learnClockSkew(accessToken: string): void {
    const times = readAccessTokenTimes(accessToken)
    const skewMs = times ? times.issuedAtMs - this.#options.clock.now() : 0
    this.#clockSkewMs = Math.abs(skewMs) > clockToleranceMs ? skewMs : 0
  }
}
