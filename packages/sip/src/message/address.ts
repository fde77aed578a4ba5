import { formatParameters, isToken, type Parameters, parseParameters, quote, unquote } from './grammar.ts'
import { isUri } from './uri.ts'

/**
 * The value of From, To, Contact, Route and similar fields: `"Ada" <sip:ada@example.com>;tag=1`; RFC 3261,
 * 20.10.
 */
export interface NameAddress {
  readonly displayName: string
  /** URI as written, of any scheme. */
  readonly uri: string
  /** Parameters of the field (not of the URI), by lower-case name. */
  readonly parameters: Parameters
}

/** Parses one name-addr or addr-spec with its parameters; null when malformed. */
export function parseNameAddress(text: string): NameAddress | null {
  const open = findOpeningBracket(text)
  if (open === null) return null
  if (open < 0) return parseBareAddress(text)

  const close = text.indexOf('>', open)
  const displayName = parseDisplayName(text.slice(0, open).trim())
  if (close < 0 || displayName === null) return null
  const uri = text.slice(open + 1, close)
  const tail = text.slice(close + 1).trim()
  if (!isUri(uri) || (tail !== '' && !tail.startsWith(';'))) return null
  const parameters = parseFieldParameters(tail)
  return parameters && { displayName, uri, parameters }
}

/**
 * Returns the index of the first `<` outside quotes: -1 when there is none, null when a quote is not closed.
 */
function findOpeningBracket(text: string): number | null {
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (quoted && char === '\\') at++
    else if (char === '"') quoted = !quoted
    else if (char === '<' && !quoted) return at
  }
  return quoted ? null : -1
}

/**
 * Without angle brackets every parameter belongs to the field, and the URI must not contain `?`, `,` or `;`.
 */
function parseBareAddress(text: string): NameAddress | null {
  const semicolon = text.indexOf(';')
  const uri = (semicolon < 0 ? text : text.slice(0, semicolon)).trim()
  if (/[?,]/.test(uri) || !isUri(uri)) return null
  const parameters = parseFieldParameters(semicolon < 0 ? '' : text.slice(semicolon))
  return parameters && { displayName: '', uri, parameters }
}

function parseFieldParameters(tail: string): Map<string, string | null> | null {
  if (tail === '') return new Map()
  return tail.slice(1).trim() === '' ? null : parseParameters(tail.slice(1))
}

function parseDisplayName(text: string): string | null {
  if (text === '') return ''
  if (text.startsWith('"')) return /^"(?:[^"\\]|\\.)*"$/s.test(text) ? unquote(text) : null
  return text.split(/\s+/).every(isToken) ? text : null
}

export function formatNameAddress({ displayName, uri, parameters }: NameAddress): string {
  const name = displayName === '' ? '' : `${quote(displayName)} `
  return `${name}<${uri}>${formatParameters(parameters)}`
}

/** Returns the tag of a From or To value, or null. */
export function parseTag(text: string | null): string | null {
  const tag = text === null ? null : parseNameAddress(text)?.parameters.get('tag')
  return tag && isToken(tag) ? tag : null
}
