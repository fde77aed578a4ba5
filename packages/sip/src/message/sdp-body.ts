import { parseParameters } from './grammar.ts'
import { bodyText, type SipMessage } from './message.ts'

/**
 * The session description in the body of a message.
 *
 * - `none`: no body, or one that may be ignored (RFC 3261, 20.11).
 * - `unsupported`: a body of an unsupported type; respond 415.
 */
export type SdpBody =
  | { readonly type: 'sdp'; readonly sdp: string }
  | { readonly type: 'none' }
  | { readonly type: 'unsupported' }

/** Returns the session description: the body itself, or a part of a multipart body (RFC 2046, 5.1). */
export function parseSdpBody(message: SipMessage): SdpBody {
  if (message.body.length === 0) return { type: 'none' }
  const encoding = message.headers.get('Content-Encoding')?.toLowerCase() ?? 'identity'
  const { type, parameters } = parseContentType(message.headers.get('Content-Type') ?? '')
  if (encoding === 'identity') {
    if (type === 'application/sdp') return { type: 'sdp', sdp: bodyText(message) }
    const boundary = type.startsWith('multipart/') ? parameters.get('boundary') : null
    const part = boundary ? findSdpPart(bodyText(message), boundary) : null
    if (part !== null) return { type: 'sdp', sdp: part }
  }
  const disposition = message.headers.get('Content-Disposition') ?? ''
  return /;\s*handling\s*=\s*optional/i.test(disposition) ? { type: 'none' } : { type: 'unsupported' }
}

function parseContentType(value: string): { type: string; parameters: ReadonlyMap<string, string | null> } {
  const [type = '', ...rest] = value.split(';')
  return {
    type: type.replace(/\s+/g, '').toLowerCase(),
    parameters: parseParameters(rest.join(';')) ?? new Map<string, string | null>(),
  }
}

function findSdpPart(text: string, boundary: string): string | null {
  for (const part of `\r\n${text}`.split(`\r\n--${boundary}`).slice(1)) {
    const headEnd = part.indexOf('\r\n\r\n')
    if (headEnd < 0 || part.startsWith('--')) continue
    const head = part.slice(0, headEnd + 2)
    if (/\r\ncontent-type[ \t]*:[ \t]*application\/sdp[ \t]*(?:;|\r\n)/i.test(head))
      return `${part.slice(headEnd + 4)}\r\n`
  }
  return null
}
