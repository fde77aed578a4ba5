import { createPageCookieJar } from './cookies.ts'

const lifetimeSeconds = 3_600

const toName = (state: string) => `stack-oauth-outer-${state}`

/** Stores the verifier (RFC 7636) of an authorization request for the callback page. */
export function storeOuterState(state: string, verifier: string): void {
  createPageCookieJar().write({ name: toName(state), value: verifier, maxAgeSeconds: lifetimeSeconds })
}

/**
 * Returns the verifier of the request with this state and removes it; null without such a request in this
 * browser.
 */
export function takeOuterState(state: string): string | null {
  const jar = createPageCookieJar()
  const verifier = jar.read().get(toName(state)) ?? null
  if (verifier !== null) jar.write({ name: toName(state), value: '', maxAgeSeconds: 0 })
  return verifier
}
