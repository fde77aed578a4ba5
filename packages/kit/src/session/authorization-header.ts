/** How the public SDK writes tokens into the header `Authorization`. */
const prefix = 'Bearer stackauth_'

/** Returns the value of the header `Authorization` for tokens. */
export function encodeAuthorization(tokens: object): string {
  // Tokens are ASCII, so that `btoa` accepts them.
  return prefix + btoa(JSON.stringify(tokens))
}

/** Returns the JSON text of the tokens in a header, or null if it contains none. */
export function decodeAuthorization(header: string | null): string | null {
  if (!header?.startsWith(prefix)) return null
  try {
    return atob(header.slice(prefix.length))
  } catch {
    return null
  }
}
