import { isToken, splitOutside, unquote } from '../message/grammar.ts'

/**
 * Parses the parameters of a `Digest …` challenge or authorization; null for another scheme or a malformed
 * value.
 */
export function parseDigestFields(text: string): ReadonlyMap<string, string> | null {
  const scheme = /^Digest\s+(.*)$/is.exec(text.trim())
  const parts = scheme && splitOutside(scheme[1] ?? '', ',')
  if (!parts) return null

  const fields = new Map<string, string>()
  for (const part of parts) {
    const equals = part.indexOf('=')
    const name = part.slice(0, equals).trim().toLowerCase()
    if (equals < 0 || !isToken(name) || fields.has(name)) return null
    fields.set(name, unquote(part.slice(equals + 1).trim()))
  }
  return fields
}
