import { isIPv6 } from 'node:net'

/** A SIP or SIPS URI; RFC 3261, 19.1. */
export interface SipUri {
  readonly scheme: 'sip' | 'sips'
  /** With its percent-encoding; compare users only after {@link decodeUser}. Null when absent. */
  readonly user: string | null
  readonly password: string | null
  /** Host name or address; an IPv6 address without its brackets. */
  readonly host: string
  readonly port: number | null
  /** By lower-case name; null for one without a value. */
  readonly parameters: ReadonlyMap<string, string | null>
  /** Header fields of a request that is created from this URI. */
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** Each is decoded. A Refer-To has the header fields of one request. */
const maxUriHeaders = 50

const escaped = '%[0-9A-Fa-f]{2}'
const userPattern = new RegExp(`^(?:[A-Za-z0-9\\-_.!~*'()&=+$,;?/#]|${escaped})+$`)
const passwordPattern = new RegExp(`^(?:[A-Za-z0-9\\-_.!~*'()&=+$,]|${escaped})*$`)
const parameterPattern = new RegExp(`^(?:[A-Za-z0-9\\-_.!~*'()[\\]/:&+$]|${escaped})+$`)
const headerPattern = new RegExp(`^(?:[A-Za-z0-9\\-_.!~*'()[\\]/?:+$]|${escaped})*$`)
const hostPattern = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\.?$/

/** Parses a SIP or SIPS URI; null when malformed. */
export function parseSipUri(text: string): SipUri | null {
  const colon = text.indexOf(':')
  const scheme = text.slice(0, colon).toLowerCase()
  if (scheme !== 'sip' && scheme !== 'sips') return null

  const rest = text.slice(colon + 1)
  const at = rest.lastIndexOf('@')
  const login = at < 0 ? null : parseUserInfo(rest.slice(0, at))
  if (at >= 0 && login === null) return null
  const place = parseHostAndParameters(rest.slice(at + 1))
  if (place === null) return null

  return { scheme, user: login?.user ?? null, password: login?.password ?? null, ...place }
}

function parseUserInfo(text: string): { user: string; password: string | null } | null {
  const colon = text.indexOf(':')
  const user = colon < 0 ? text : text.slice(0, colon)
  const password = colon < 0 ? null : text.slice(colon + 1)
  if (!userPattern.test(user) || (password !== null && !passwordPattern.test(password))) return null
  return { user, password }
}

function parseHostAndParameters(
  text: string,
): Pick<SipUri, 'host' | 'port' | 'parameters' | 'headers'> | null {
  const question = text.indexOf('?')
  const [hostPort = '', ...parameterTexts] = (question < 0 ? text : text.slice(0, question)).split(';')

  const parameters = new Map<string, string | null>()
  for (const part of parameterTexts) {
    const equals = part.indexOf('=')
    const name = equals < 0 ? part : part.slice(0, equals)
    const value = equals < 0 ? null : part.slice(equals + 1)
    if (!parameterPattern.test(name) || (value !== null && !parameterPattern.test(value))) return null
    parameters.set(name.toLowerCase(), value)
  }

  const headers: [string, string][] = []
  const headerTexts = question < 0 ? [] : text.slice(question + 1).split('&', maxUriHeaders + 1)
  if (headerTexts.length > maxUriHeaders) return null
  for (const part of headerTexts) {
    const equals = part.indexOf('=')
    if (
      equals < 1 ||
      !headerPattern.test(part.slice(0, equals)) ||
      !headerPattern.test(part.slice(equals + 1))
    )
      return null
    headers.push([decodeEscapes(part.slice(0, equals)), decodeEscapes(part.slice(equals + 1))])
  }

  const at = parseHostPort(hostPort)
  return at && { ...at, parameters, headers }
}

/**
 * Parses `host`, `host:port`, `[IPv6]` or `[IPv6]:port`; null when malformed. IPv6 references: RFC 5118, 4.1.
 */
export function parseHostPort(text: string): { host: string; port: number | null } | null {
  const parts = /^(\[[^\]]*\]|[^:[\]]*)(?::(\d{1,5}))?$/.exec(text)
  if (!parts) return null
  const [, written = '', portText] = parts
  const port = portText === undefined ? null : Number(portText)
  if (port !== null && port > 65_535) return null
  if (written.startsWith('[')) {
    const address = written.slice(1, -1)
    return isIPv6(address) && !address.includes('%') ? { host: address, port } : null
  }
  return hostPattern.test(written) ? { host: written, port } : null
}

/** Returns a host for a URI or Via: IPv6 addresses in brackets. */
export function formatUriHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Serializes a URI; the inverse of {@link parseSipUri}. */
export function formatSipUri(uri: Omit<SipUri, 'headers' | 'password'> & Partial<SipUri>): string {
  const login = uri.user === null ? '' : `${uri.user}${uri.password == null ? '' : `:${uri.password}`}@`
  const port = uri.port === null ? '' : `:${uri.port}`
  let text = `${uri.scheme}:${login}${formatUriHost(uri.host)}${port}`
  for (const [name, value] of uri.parameters) text += value === null ? `;${name}` : `;${name}=${value}`
  const headers = (uri.headers ?? []).map(([name, value]) => `${encodeHeader(name)}=${encodeHeader(value)}`)
  return headers.length > 0 ? `${text}?${headers.join('&')}` : text
}

function encodeHeader(text: string): string {
  return encodeURIComponent(text).replace(/'/g, '%27')
}

/** Decodes `%xx` escapes. Bytes that are not UTF-8 become replacement characters. */
function decodeEscapes(text: string): string {
  if (!text.includes('%')) return text
  const bytes = Buffer.from(text)
    .toString('latin1')
    .replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return new TextDecoder().decode(Buffer.from(bytes, 'latin1'))
}

/** Returns the decoded user part, or an empty string. */
export function decodeUser(uri: SipUri): string {
  return decodeEscapes(uri.user ?? '')
}

/**
 * Returns any text as the user part of a SIP URI: everything except `unreserved` and `user-unreserved` is
 * percent-encoded; RFC 3261, 25.1. {@link decodeUser} is the inverse.
 */
export function encodeUser(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/%(?:26|3D|2B|24|2C|3B|3F|2F)/g, decodeURIComponent)
}

/** Returns whether `text` is a URI of any scheme. A SIP or SIPS URI must be well-formed. */
export function isUri(text: string): boolean {
  if (/^sips?:/i.test(text)) return parseSipUri(text) !== null
  return /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"]+$/.test(text)
}
