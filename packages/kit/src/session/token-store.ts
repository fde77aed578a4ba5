import type { Store } from '../store.ts'

/** A refresh token is a session; without one, nobody is signed in. */
export interface Tokens {
  readonly refreshToken: string
  /** Null when none was kept, or the one that was kept belongs to another session. */
  readonly accessToken: string | null
}

/** Where the tokens of the present user are. Null means that nobody is signed in. */
export interface TokenStore extends Store<Tokens | null> {
  /**
   * @throws {Error} when a token is empty or the text `undefined`, which is what a careless caller stores.
   */
  set(tokens: Tokens | null): void
}

export function assertStorable(tokens: Tokens): void {
  for (const token of [tokens.refreshToken, tokens.accessToken]) {
    if (token !== null && !isToken(token))
      throw new Error('A token must not be empty or the text "undefined".')
  }
}

export function isToken(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && text !== 'undefined'
}
