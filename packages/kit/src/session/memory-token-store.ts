import { assertValidTokens, type TokenStore, type Tokens } from './token-store.ts'

/** Creates a token store in memory. Initial tokens can come from a session started elsewhere. */
export function createMemoryTokenStore(initial: Tokens | null = null): TokenStore {
  if (initial) assertValidTokens(initial)
  let present = initial
  const listeners = new Set<() => void>()

  return {
    get: () => present,
    set(tokens) {
      if (tokens) assertValidTokens(tokens)
      if (areTokensEqual(present, tokens)) return
      present = tokens
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function areTokensEqual(left: Tokens | null, right: Tokens | null): boolean {
  return left?.refreshToken === right?.refreshToken && left?.accessToken === right?.accessToken
}
