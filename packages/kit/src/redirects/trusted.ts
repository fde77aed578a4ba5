/** A return target that leads, or may lead, to another site. */
export class UntrustedRedirect extends Error {
  override readonly name = 'UntrustedRedirect'

  constructor(target: string) {
    super(`Redirect URL ${target} is not trusted; should be relative.`)
  }
}

/** An origin that no page has (RFC 2606 section 2), to see what a target becomes when it is resolved. */
const base = 'https://relative.invalid'

/**
 * Reads a return target that came with the address, as path, query and fragment on the present origin.
 *
 * A browser resolves what this function resolved, so the two cannot read one text differently (backslashes, line breaks).
 *
 * @throws {UntrustedRedirect} for whatever is not relative.
 */
export function trustedTarget(target: string): string {
  if (URL.canParse(target) || !URL.canParse(target, base)) throw new UntrustedRedirect(target)

  const { origin, username, password, pathname, search, hash } = new URL(target, base)
  // A path like `/.//example.org` is relative, and names another host once it has been resolved.
  const staysHere = origin === base && username === '' && password === '' && !pathname.startsWith('//')
  if (!staysHere) throw new UntrustedRedirect(target)
  return pathname + search + hash
}
