/**
 * Returns whether the user came to this page by a link of the set-up page. That page names itself in the
 * referrer, which no page of another origin can do, and has no other codes than the one it received.
 */
export function isOpenedFromSetUp(baseUrl: string): boolean {
  if (!globalThis.document?.referrer) return false
  const { origin, pathname } = new URL(document.referrer)
  return origin === new URL(baseUrl).origin && pathname === '/set-up'
}
