import { createStore } from '@parley/primitives'
import { assertValidTokens, type TokenStore, type Tokens } from './token-store.ts'

/** Creates a token store in memory. Initial tokens can come from another client. */
export function createMemoryTokenStore(initial: Tokens | null = null): TokenStore {
  if (initial) assertValidTokens(initial)
  const { get, set, subscribe } = createStore(initial)

  return {
    get,
    subscribe,
    set(tokens) {
      if (tokens) assertValidTokens(tokens)
      if (!areTokensEqual(get(), tokens)) set(tokens)
    },
  }
}

export function areTokensEqual(left: Tokens | null, right: Tokens | null): boolean {
  return left?.refreshToken === right?.refreshToken && left?.accessToken === right?.accessToken
}

/** Creates the token store of an app without one. No user is signed in, and none can sign in. */
export function createMissingTokenStore(): TokenStore {
  return {
    get: () => null,
    subscribe: () => () => {},
    set(tokens) {
      if (tokens) throw new Error('This app has no token store here: no user can sign in.')
    },
  }
}
