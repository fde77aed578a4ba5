import { createPageCookieJar } from './cookies.ts'

const lifetimeSeconds = 3_600

const isPageSecure = () => location.protocol === 'https:'

/**
 * With the prefix, a sibling subdomain cannot set the cookie and so complete its own request in this browser.
 */
const toName = (state: string, isSecure: () => boolean) =>
  `${isSecure() ? '__Host-' : ''}stack-oauth-outer-${state}`

/** Stores the verifier (RFC 7636) of an authorization request for the callback page. */
export function storeOuterState(
  state: string,
  verifier: string,
  page: { cookie: string } = document,
  isSecure = isPageSecure,
): void {
  const cookie = { name: toName(state, isSecure), value: verifier, maxAgeSeconds: lifetimeSeconds }
  createPageCookieJar(page, isSecure).write(cookie)
}

/**
 * Returns the verifier of the request with this state and removes it; null without such a request in this
 * browser.
 */
export function takeOuterState(
  state: string,
  page: { cookie: string } = document,
  isSecure = isPageSecure,
): string | null {
  const jar = createPageCookieJar(page, isSecure)
  const name = toName(state, isSecure)
  const verifier = jar.read().get(name) ?? null
  if (verifier !== null) jar.write({ name, value: '', maxAgeSeconds: 0 })
  return verifier
}
