/** Lexical rules that the header fields share; RFC 3261, section 25.1. */

const tokenPattern = /^[A-Za-z0-9\-.!%*_+`'~]+$/

export function isToken(text: string): boolean {
  return tokenPattern.test(text)
}

/**
 * Splits at each `separator` outside quoted strings and angle brackets, and trims the parts. Returns null
 * when a quote or bracket is not closed.
 */
export function splitOutside(text: string, separator: ',' | ';'): string[] | null {
  const parts: string[] = []
  let start = 0
  let quoted = false
  let bracketed = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char === '\\') at++
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '<' && !bracketed) bracketed = true
    else if (char === '>') bracketed = false
    else if (char === separator && !bracketed) {
      parts.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  if (quoted || bracketed) return null
  parts.push(text.slice(start).trim())
  return parts
}

/** Parameters by lower-case name; null for one without a value. Quoted values are unquoted. */
export type Parameters = ReadonlyMap<string, string | null>

const wholeQuotedString = /^"(?:[^"\\]|\\.)*"$/

/** Parses `a=1;b;c="x"`; null when malformed. */
export function parseParameters(text: string): Map<string, string | null> | null {
  const parameters = new Map<string, string | null>()
  if (text.trim() === '') return parameters
  const parts = splitOutside(text, ';')
  if (!parts) return null
  for (const part of parts) {
    const equals = part.indexOf('=')
    const name = (equals < 0 ? part : part.slice(0, equals)).trim()
    if (!isToken(name)) return null
    if (equals < 0) {
      parameters.set(name.toLowerCase(), null)
      continue
    }
    const value = parameterValue(part.slice(equals + 1).trim())
    if (value === null) return null
    parameters.set(name.toLowerCase(), value)
  }
  return parameters
}

function parameterValue(text: string): string | null {
  if (text.startsWith('"')) return wholeQuotedString.test(text) ? unquote(text) : null
  return /^[^\s"<>,;=]+$/.test(text) || /^<[^\s<>"]*>$/.test(text) ? text : null
}

export function formatParameters(parameters: Parameters): string {
  let text = ''
  for (const [name, value] of parameters) {
    if (value === null) text += `;${name}`
    else
      text += /^[A-Za-z0-9\-.!%*_+`'~:[\]]+$/.test(value) ? `;${name}=${value}` : `;${name}=${quote(value)}`
  }
  return text
}

export function unquote(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : text
}

export function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}

/** Parses a decimal number up to `largest`; null when malformed or larger. Leading zeros are allowed. */
export function parseInteger(text: string | null, largest: number): number | null {
  if (text === null || !/^\d{1,40}$/.test(text)) return null
  const value = Number(text)
  return value <= largest ? value : null
}
