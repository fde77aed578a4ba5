import type { Clock } from '../clock.ts'
import type { TokenSource, Transport } from '../transport/transport.ts'
import { readAccessTokenTimes } from './access-token.ts'
import { alone, type LockManagerLike } from './alone.ts'
import { requestAccessToken } from './refresh.ts'
import type { TokenStore, Tokens } from './token-store.ts'

/** Every call goes out with a token that lives at least this long, so that it arrives alive. */
const minimumValidityMs = 20_000

/**
 * Nobody may ask for a token that must live longer than this, because services may issue them for a minute only. A token
 * with less than that left is not worth taking over from another tab.
 */
const longestMinimumValidityMs = 60_000

/** Clocks of devices differ a little; beyond this the device's clock is wrong, and the service's counts. */
const clockToleranceMs = 30_000

export interface FreshTokens extends Tokens {
  readonly accessToken: string
}

export interface Session extends TokenSource {
  readonly tokens: TokenStore
  /**
   * Tokens whose access token is valid for at least `validForMs` more, refreshed where needed; null when nobody is
   * signed in or the session has ended.
   *
   * @throws {RangeError} when `validForMs` is 60,000 or more.
   */
  freshTokens(validForMs?: number): Promise<FreshTokens | null>
  /** Keeps the tokens of somebody who signed in. */
  start(tokens: FreshTokens): void
  /** Forgets the tokens: the person counts as signed out. */
  end(): void
}

interface SessionOptions {
  readonly tokens: TokenStore
  readonly transport: Transport
  readonly clock: Clock
  /** Lets the tabs of one origin refresh one after the other. */
  readonly locks: LockManagerLike | undefined
}

/** The tokens of one person in one place, and the single refresh that all callers share. */
export function createSession({ tokens, transport, clock, locks }: SessionOptions): Session {
  /** What the service refused although its time was not up. */
  let refusedAccessToken: string | null = null
  let clockSkewMs = 0
  let refreshing: { refreshToken: string; result: Promise<FreshTokens | null> } | null = null

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

  function fresh(present: Tokens | null, validForMs: number): FreshTokens | null {
    if (!present?.accessToken || remainingMs(present.accessToken) < validForMs) return null
    return { refreshToken: present.refreshToken, accessToken: present.accessToken }
  }

  function refreshOnce(refreshToken: string): Promise<FreshTokens | null> {
    if (refreshing?.refreshToken === refreshToken) return refreshing.result

    const mine = {
      refreshToken,
      result: alone(`stack-refresh-${transport.projectId}`, locks, () => refresh(refreshToken)).finally(
        () => {
          if (refreshing === mine) refreshing = null
        },
      ),
    }
    refreshing = mine
    return mine.result
  }

  async function refresh(refreshToken: string): Promise<FreshTokens | null> {
    const present = tokens.get()
    if (present?.refreshToken !== refreshToken) return null
    // Another tab may have refreshed while this one waited for its turn.
    const found = fresh(present, longestMinimumValidityMs)
    if (found) return found

    const accessToken = await requestAccessToken(transport, refreshToken)
    // Signing out, or in as somebody else, while the request was under way wins over its answer.
    if (tokens.get()?.refreshToken !== refreshToken) return null
    if (accessToken === null) {
      tokens.set(null)
      return null
    }

    learnClockSkew(accessToken)
    if (remainingMs(accessToken) < minimumValidityMs) {
      throw new Error('The account service issues access tokens that live for less than 20 seconds.')
    }
    const renewed = { refreshToken, accessToken }
    tokens.set(renewed)
    return renewed
  }

  return {
    tokens,
    async freshTokens(validForMs = minimumValidityMs) {
      if (validForMs >= longestMinimumValidityMs) {
        throw new RangeError('An access token can be required to be valid for less than 60000 ms.')
      }
      for (;;) {
        const present = tokens.get()
        if (!present) return null
        const kept = fresh(present, validForMs)
        if (kept) return kept
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
