import type { Clock } from '../clock.ts'
import type { TokenSource, Transport } from '../transport/transport.ts'
import { readAccessTokenTimes } from './access-token.ts'
import { requestAccessToken } from './refresh.ts'
import type { TokenStore, Tokens } from './token-store.ts'
import { type LockManagerLike, withTabLock } from './with-tab-lock.ts'

/** Minimum remaining validity of the access token of a request, so that it is still valid on arrival. */
const minValidityMs = 20_000

/**
 * Upper bound of the validity that callers can require, because a service may issue tokens for one minute only. Also the
 * minimum remaining validity of a token adopted from another tab.
 */
const maxRequiredValidityMs = 60_000

/** Clock skew that is ignored. Beyond it, the clock of the service is used. */
const clockToleranceMs = 30_000

export interface ValidTokens extends Tokens {
  readonly accessToken: string
}

export interface AuthSession extends TokenSource {
  readonly tokens: TokenStore
  /**
   * Returns tokens whose access token is valid for at least another `validForMs`, refreshing them if needed. Returns null
   * if no user is signed in or the session has ended.
   *
   * @throws {RangeError} if `validForMs` is 60,000 or more.
   */
  getValidTokens(validForMs?: number): Promise<ValidTokens | null>
  /** Stores the tokens of a new session. */
  start(tokens: ValidTokens): void
  /** Removes the tokens, which signs the user out locally. */
  end(): void
}

interface AuthSessionOptions {
  readonly tokens: TokenStore
  readonly transport: Transport
  readonly clock: Clock
  /** Serialises refreshes across the tabs of one origin. */
  readonly locks: LockManagerLike | undefined
}

/** Creates a session: the tokens of the user, with one refresh shared by all callers. */
export function createAuthSession({ tokens, transport, clock, locks }: AuthSessionOptions): AuthSession {
  /** An access token that the service rejected before it expired. */
  let refusedAccessToken: string | null = null
  let clockSkewMs = 0
  let refreshing: { refreshToken: string; result: Promise<ValidTokens | null> } | null = null

  function remainingMs(accessToken: string): number {
    if (accessToken === refusedAccessToken) return 0
    const times = readAccessTokenTimes(accessToken)
    return times ? times.expiresAtMs - (clock.now() + clockSkewMs) : 0
  }

  function learnClockSkew(accessToken: string): void {
    const times = readAccessTokenTimes(accessToken)
    const skewMs = times ? times.issuedAtMs - clock.now() : 0
    clockSkewMs = Math.abs(skewMs) > clockToleranceMs ? skewMs : 0
  }

  function toValidTokens(present: Tokens | null, validForMs: number): ValidTokens | null {
    if (!present?.accessToken || remainingMs(present.accessToken) < validForMs) return null
    return { refreshToken: present.refreshToken, accessToken: present.accessToken }
  }

  function refreshOnce(refreshToken: string): Promise<ValidTokens | null> {
    if (refreshing?.refreshToken === refreshToken) return refreshing.result

    const mine = {
      refreshToken,
      result: withTabLock(`stack-refresh-${transport.projectId}`, locks, () => refresh(refreshToken)).finally(
        () => {
          if (refreshing === mine) refreshing = null
        },
      ),
    }
    refreshing = mine
    return mine.result
  }

  async function refresh(refreshToken: string): Promise<ValidTokens | null> {
    const present = tokens.get()
    if (present?.refreshToken !== refreshToken) return null
    // Another tab may have refreshed while this one waited for the lock.
    const found = toValidTokens(present, maxRequiredValidityMs)
    if (found) return found

    const accessToken = await requestAccessToken(transport, refreshToken)
    // Discard the response if the user signed out or changed during the request.
    if (tokens.get()?.refreshToken !== refreshToken) return null
    if (accessToken === null) {
      tokens.set(null)
      return null
    }

    learnClockSkew(accessToken)
    if (remainingMs(accessToken) < minValidityMs) {
      throw new Error('The account service issues access tokens that are valid for less than 20 seconds.')
    }
    const renewed = { refreshToken, accessToken }
    tokens.set(renewed)
    return renewed
  }

  return {
    tokens,
    async getValidTokens(validForMs = minValidityMs) {
      if (validForMs >= maxRequiredValidityMs) {
        throw new RangeError('The required validity of an access token must be less than 60000 ms.')
      }
      for (;;) {
        const present = tokens.get()
        if (!present) return null
        const valid = toValidTokens(present, validForMs)
        if (valid) return valid
        const renewed = await refreshOnce(present.refreshToken)
        if (renewed) return renewed
      }
    },
    markAccessTokenExpired(accessToken) {
      refusedAccessToken = accessToken
    },
    start(started) {
      learnClockSkew(started.accessToken)
      tokens.set({ refreshToken: started.refreshToken, accessToken: started.accessToken })
    },
    end() {
      tokens.set(null)
    },
  }
}
