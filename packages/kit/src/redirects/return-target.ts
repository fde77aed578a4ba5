/** Thrown for a return target that leads, or could lead, to another site. */
export class UntrustedRedirectError extends Error {
  override readonly name = 'UntrustedRedirectError'

  constructor(target: string) {
    super(`Redirect URL ${target} is not trusted; should be relative.`)
  }
}

/** Reserved origin (RFC 2606 section 2) for resolving return targets. */
const base = 'https://relative.invalid'

/**
 * Parses a return target from the URL into path, query and fragment on the current origin.
 *
 * The browser gets the resolved form, so that it cannot interpret the target differently (backslashes, line
 * breaks).
 *
 * @throws {UntrustedRedirectError} for a target that is not relative.
 */
export function resolveReturnTarget(target: string): string {
  if (URL.canParse(target) || !URL.canParse(target, base)) throw new UntrustedRedirectError(target)

  const { origin, username, password, pathname, search, hash } = new URL(target, base)
  // A relative path such as `/.//example.org` resolves to `//example.org`, which names another host.
  const isSameOrigin = origin === base && username === '' && password === '' && !pathname.startsWith('//')
  if (!isSameOrigin) throw new UntrustedRedirectError(target)
  return pathname + search + hash
}
