import { isSecurePage, readCookies, writeCookie } from './cookies.ts'

/** The verifier (RFC 7636) of an authorization request, for the callback page. */
const lifetimeSeconds = 3_600

const toName = (state: string) => `stack-oauth-outer-${state}`

export function storeOuterState(state: string, verifier: string): void {
  writeCookie(document, {
    name: toName(state),
    value: verifier,
    maxAgeSeconds: lifetimeSeconds,
    isSecure: isSecurePage(),
  })
}

/** Returns the verifier of the request with this state and removes it; null without such a request in this browser. */
export function takeOuterState(state: string): string | null {
  const verifier = readCookies(document.cookie).get(toName(state)) ?? null
  if (verifier !== null)
    writeCookie(document, { name: toName(state), value: '', maxAgeSeconds: 0, isSecure: isSecurePage() })
  return verifier
}
