import { type IncomingCall, parseNameAddress, parseSipUri, type SipRequest } from '@parley/sip'

/** Returns number and display name of the caller as the trunk reports them. The number is null when withheld. */
export function parseCaller(call: IncomingCall): { from: string | null; displayName: string | null } {
  if (call.wantsPrivacy) return { from: null, displayName: null }
  const asserted = call.assertedIdentities.map(parseNumber).find((number) => number !== null)
  const from = asserted ?? parseNumber(call.from.uri)
  return { from, displayName: call.from.displayName === '' ? null : call.from.displayName }
}

/** Returns the called number: from the Request-URI, or from To when that is our registered contact; RFC 3261, 16.6. */
export function parseCalledNumber(call: IncomingCall, contactUser: string | null): string {
  const target = parseUser(call.target)
  if (target !== null && target !== contactUser) return target
  return parseUser(call.to.uri) ?? target ?? ''
}

/**
 * Returns the texts that may be the called number, without a leading plus. To counts only if the Request-URI has no
 * number: after a diversion it contains the number that was called first.
 */
export function parseCalledNumbers({ uri, headers }: Pick<SipRequest, 'uri' | 'headers'>): readonly string[] {
  const target = parseUser(uri)
  if (target !== null && /^\+?\d+$/.test(target)) return [target.replace(/^\+/, '')]
  const to = parseUser(parseNameAddress(headers.get('To') ?? '')?.uri ?? '')
  return [target, to].filter((user) => user !== null).map((user) => user.replace(/^\+/, ''))
}

function parseNumber(uri: string): string | null {
  const user = parseUser(uri)
  return user !== null && user.toLowerCase() !== 'anonymous' ? user : null
}

/** Returns the user of a URI without its parameters (`+15550100;phone-context=…`) and visual separators. */
function parseUser(uri: string): string | null {
  const tel = /^tel:([^;?]+)/i.exec(uri)?.[1]
  const user = tel ?? parseSipUri(uri)?.user ?? null
  if (user === null) return null
  const bare = decodeURIComponentOrNull(user.split(';')[0] ?? '')
  if (bare === null || bare === '') return null
  return /^\+?[\d().\- ]+$/.test(bare) ? bare.replace(/[().\- ]/g, '') : bare
}

function decodeURIComponentOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
