import { removeInvisibleCharacters } from '@parley/primitives'
import { checkRequest, checkResponse, type ParseProblem } from './check.ts'
import { isToken, parseInteger } from './grammar.ts'
import { SipHeaders } from './headers.ts'
import { noBody, type SipMessage } from './message.ts'

/**
 * The result of parsing a message.
 *
 * For a malformed message, `problem` is the response to a request, and `message` has the parts that were
 * parsed, or is null when start line or header fields are missing (then no response is possible).
 */
export type ParseResult =
  | { readonly ok: true; readonly message: SipMessage }
  | { readonly ok: false; readonly problem: ParseProblem; readonly message: SipMessage | null }

export interface ParseLimits {
  readonly messageBytes: number
  readonly headerFields: number
}

const defaultParseLimits: ParseLimits = { messageBytes: 65_535, headerFields: 256 }

/**
 * Members of all Via, Route and Record-Route header fields together. A request passes 70 proxies at most
 * (RFC 3261, section 20.22), and each adds at most two.
 */
const maxHops = 140

/**
 * Length of the start line and the header fields. Those of 140 hops fit; the time to check a field can be many
 * times that of reading it.
 */
const maxHeaderBytes = 16_384

const strictRequestLine = /^([^\s]+) ([^\s]+) SIP\/(\d+\.\d+)$/i
const statusLine = /^SIP\/2\.0 ([1-6]\d\d)(?: (.*))?$/i

/**
 * Parses one message from a datagram, or from the bytes that {@link MessageFramer} extracted from a stream.
 * Octets after the body are ignored (RFC 3261, 18.3). Never throws.
 */
export function parseMessage(bytes: Uint8Array, limits: ParseLimits = defaultParseLimits): ParseResult {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = leadingLineBreaks(buffer)
  const headEnd = buffer.indexOf('\r\n\r\n', start)
  if (headEnd < 0) return parseFailure('The header does not end')
  if (buffer.length > limits.messageBytes) return parseFailure('The message is too long')
  if (headEnd - start > maxHeaderBytes) return parseFailure('The header is too long')

  const [firstLine = '', ...lines] = buffer
    .toString('utf8', start, headEnd)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  if (lines.length > limits.headerFields) return parseFailure('There are too many header fields')

  if (countHops(lines) > maxHops) return parseFailure('There are too many hops')

  const head = parseHeaders(lines)
  const rest = buffer.subarray(headEnd + 4)
  return /^SIP\//i.test(firstLine)
    ? parseResponse(firstLine, head, rest, limits.messageBytes)
    : parseRequest(firstLine, head, rest, limits.messageBytes)
}

/** Returns the length of the line breaks before a message, which are skipped; RFC 3261, 7.5. */
function leadingLineBreaks(buffer: Buffer): number {
  let at = 0
  while (buffer[at] === 0x0d && buffer[at + 1] === 0x0a) at += 2
  return at
}

/** Returns the members of the header fields that list hops, which are costly to parse and to copy. */
function countHops(lines: readonly string[]): number {
  const lists = lines.filter((line) => /^(?:via|v|route|record-route)[ \t]*:/i.test(line))
  return lists.reduce((count, line) => count + line.split(',').length, 0)
}

function parseFailure(reason: string): ParseResult {
  return { ok: false, problem: { status: 400, reason }, message: null }
}

interface Head {
  readonly headers: SipHeaders
  readonly problem: ParseProblem | null
}

function parseHeaders(lines: readonly string[]): Head {
  const headers = new SipHeaders()
  let problem: ParseProblem | null = null
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trimEnd()
    if (colon < 0 || !isToken(name)) problem ??= { status: 400, reason: 'Malformed header field' }
    else headers.append(name, line.slice(colon + 1).trim())
  }
  return { headers, problem }
}

function parseRequest(
  line: string,
  { headers, problem }: Head,
  rest: Buffer,
  maxMessageLength: number,
): ParseResult {
  const strict = strictRequestLine.exec(line)
  const parts = strict?.slice(1) ?? splitRequestLine(line)
  if (!parts) return parseFailure('Malformed start line')

  const [method = '', uri = '', version] = parts
  const { body, problem: bodyProblem } = parseBody(headers, rest, maxMessageLength)
  const message = { kind: 'request', method, uri, headers, body } as const
  const found =
    (version !== '2.0' ? { status: 505, reason: 'Version Not Supported' } : null) ??
    (!strict || !isToken(method) ? { status: 400, reason: 'Malformed request line' } : null) ??
    problem ??
    bodyProblem ??
    checkRequest(message)
  return found ? { ok: false, problem: found, message } : { ok: true, message }
}

/** Splits a malformed request line, so that it gets a response. One pattern for it would take cubic time. */
function splitRequestLine(line: string): string[] | null {
  const [method = '', ...words] = line.trim().split(/\s+/)
  const version = /^SIP\/(\d+\.\d+)$/i.exec(words.pop() ?? '')?.[1]
  return version === undefined ? null : [method, words.join(' '), version]
}

function parseResponse(
  line: string,
  { headers, problem }: Head,
  rest: Buffer,
  maxMessageLength: number,
): ParseResult {
  const parts = statusLine.exec(line)
  if (!parts) return parseFailure('Malformed status line')

  const { body, problem: bodyProblem } = parseBody(headers, rest, maxMessageLength)
  const message = {
    kind: 'response',
    status: Number(parts[1]),
    // The phrase is stored with the call, and shown; databases reject some control characters.
    reason: removeInvisibleCharacters(parts[2] ?? ''),
    headers,
    body,
  } as const
  const found = problem ?? bodyProblem ?? checkResponse(message)
  return found ? { ok: false, problem: found, message } : { ok: true, message }
}

/** Extracts the body from the bytes after the header fields; RFC 3261, 18.3 and 20.14. */
function parseBody(
  headers: SipHeaders,
  rest: Buffer,
  maxMessageLength: number,
): { body: Uint8Array; problem: ParseProblem | null } {
  const [written, ...others] = headers.all('Content-Length')
  if (written === undefined) return { body: rest, problem: null }
  const length = parseInteger(written, 0x7fff_ffff)
  if (length === null || others.length > 0)
    return { body: noBody, problem: { status: 400, reason: 'Malformed Content-Length' } }
  if (length > maxMessageLength)
    return { body: noBody, problem: { status: 513, reason: 'Message Too Large' } }
  if (length > rest.length)
    return { body: noBody, problem: { status: 400, reason: 'The body is shorter than Content-Length' } }
  return { body: rest.subarray(0, length), problem: null }
}
