import { removeInvisibleCharacters } from '@parley/primitives'
import { type IncomingCall, parseNameAddress, parseSipUri, type SipRequest } from '@parley/sip'
import type { LegId } from '../../identifiers.ts'
import type { TrunkConfig } from '../../trunk.ts'

/**
 * Longer than any number, and enough for a name. The trunk chooses these texts, which are stored and shown.
 */
const maxTextLength = 100

/** The header field with the id of the leg that has dialled a call, in a network with `linksConferences`. */
export const legIdHeader = 'X-Parley-Leg'

/** The texts that networks send in place of a withheld number; the first is that of RFC 3323, 4.1.1.3. */
const withheldPattern = /^(?:anonymous|unknown|unavailable|restricted|private|0+)$/i

/**
 * Returns number and display name of the caller as the trunk reports them. The number is null when withheld.
 */
export function parseCaller(call: IncomingCall): { from: string | null; displayName: string | null } {
  if (call.wantsPrivacy) return { from: null, displayName: null }
  const asserted = call.assertedIdentities.map(parseNumber).find((number) => number !== null)
  const from = asserted ?? parseNumber(call.from.uri)
  const displayName = toShownText(call.from.displayName)
  return { from, displayName: displayName === '' ? null : displayName }
}

/**
 * Returns the called number: from the Request-URI, or from To when that is our registered contact; RFC 3261,
 * 16.6.
 */
export function parseCalledNumber(call: IncomingCall, contactUser: string | null): string {
  const target = parseUser(call.target)
  if (target !== null && target !== contactUser) return target
  return parseUser(call.to.uri) ?? target ?? ''
}

/** Returns the leg that has dialled a call. Empty when the trunk is not trusted to report it, or has not. */
export function parseDiallingLeg(
  { request }: Pick<IncomingCall, 'request'>,
  { linksConferences }: TrunkConfig,
): { readonly diallingLegId?: LegId } {
  const legId = linksConferences ? request.headers.get(legIdHeader) : null
  return legId && legId.length <= maxTextLength ? { diallingLegId: legId } : {}
}

/**
 * Returns the texts that may be the called number, without a leading plus. To counts only if the Request-URI
 * has no number: after a diversion it contains the number that was called first.
 */
export function parseCalledNumbers({ uri, headers }: Pick<SipRequest, 'uri' | 'headers'>): readonly string[] {
  const target = parseUser(uri)
  if (target !== null && /^\+?\d+$/.test(target)) return [target.replace(/^\+/, '')]
  const to = parseUser(parseNameAddress(headers.get('To') ?? '')?.uri ?? '')
  return [target, to].filter((user) => user !== null).map((user) => user.replace(/^\+/, ''))
}

function parseNumber(uri: string): string | null {
  const user = parseUser(uri)
  return user !== null && !withheldPattern.test(user) ? user : null
}

/** Returns the user of a URI without its parameters (`+15550100;phone-context=…`) and visual separators. */
function parseUser(uri: string): string | null {
  const tel = /^tel:([^;?]+)/i.exec(uri)?.[1]
  const user = tel ?? parseSipUri(uri)?.user ?? null
  if (user === null) return null
  const bare = toShownText(decodeURIComponentOrNull(user.split(';')[0] ?? '') ?? '')
  if (bare === '') return null
  return /^\+?[\d().\- ]+$/.test(bare) ? bare.replace(/[().\- ]/g, '') : bare
}

/** Returns a text without invisible characters, some of which the database would reject, of limited length. */
function toShownText(text: string): string {
  return removeInvisibleCharacters(text).slice(0, maxTextLength).toWellFormed()
}

function decodeURIComponentOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
