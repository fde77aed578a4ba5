import type { Store } from '@parley/primitives'

/** The tokens of one session. */
export interface Tokens {
  /** Identifies the session. The id of the session if scripts cannot read its refresh token. */
  readonly refreshToken: string
  /** Null if none is stored, or if the stored one belongs to another session. */
  readonly accessToken: string | null
}

/** Tokens with an access token. */
export interface ValidTokens extends Tokens {
  readonly accessToken: string
}

/** Stores the tokens of the current user. Null means that no user is signed in. */
export interface TokenStore extends Store<Tokens | null> {
  /**
   * @throws {Error} if a token is empty or the string `undefined`.
   */
  set(tokens: Tokens | null): void
}

export function assertValidTokens(tokens: Tokens): void {
  for (const token of [tokens.refreshToken, tokens.accessToken]) {
    if (token !== null && !isToken(token)) throw new Error('A token is empty or "undefined".')
  }
}

export function isToken(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && text !== 'undefined'
}
