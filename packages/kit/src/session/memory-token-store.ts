import { assertStorable, type TokenStore, type Tokens } from './token-store.ts'

/** Creates a token store in memory. Initial tokens can come from a session started elsewhere. */
export function createMemoryTokenStore(initial: Tokens | null = null): TokenStore {
  if (initial) assertStorable(initial)
  let present = initial
  const listeners = new Set<() => void>()

  return {
    get: () => present,
    set(tokens) {
      if (tokens) assertStorable(tokens)
      if (isSame(present, tokens)) return
      present = tokens
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function isSame(left: Tokens | null, right: Tokens | null): boolean {
  return left?.refreshToken === right?.refreshToken && left?.accessToken === right?.accessToken
}
