/** The deviations of a test case from a well-formed request. */
interface RequestOverrides {
  readonly method?: string
  readonly uri?: string
  /** Replaces the whole start line. */
  readonly startLine?: string
  /** Replaces the default field of this name (null leaves it out), or adds one. */
  readonly fields?: Readonly<Record<string, string | null>>
  /** Additional raw lines. */
  readonly lines?: readonly string[]
  readonly body?: string
}

const sdp =
  'v=0\r\no=ada 1 1 IN IP4 192.0.2.10\r\ns=-\r\nc=IN IP4 192.0.2.10\r\nt=0 0\r\nm=audio 40000 RTP/AVP 0\r\n'

/**
 * Returns a request from Ada to Grace with the deviations of a test case. An INVITE has a session
 * description.
 */
export function request({
  method = 'OPTIONS',
  uri = 'sip:grace@example.com',
  ...changed
}: RequestOverrides): Buffer {
  const body = changed.body ?? (method === 'INVITE' ? sdp : '')
  const fields: Record<string, string | null> = {
    Via: 'SIP/2.0/UDP client.example.com;branch=z9hG4bKada1',
    'Max-Forwards': '70',
    From: '"Ada" <sip:ada@example.com>;tag=a1',
    To: '<sip:grace@example.com>',
    'Call-ID': 'case@client.example.com',
    CSeq: `7 ${method}`,
    Contact: '<sip:ada@client.example.com>',
    ...(method === 'INVITE' ? { 'Content-Type': 'application/sdp' } : {}),
    'Content-Length': String(Buffer.byteLength(body)),
    ...changed.fields,
  }
  const head = [changed.startLine ?? `${method} ${uri} SIP/2.0`]
  for (const [name, value] of Object.entries(fields)) if (value !== null) head.push(`${name}: ${value}`)
  return Buffer.from(`${[...head, ...(changed.lines ?? [])].join('\r\n')}\r\n\r\n${body}`)
}

/** Returns a response to Ada that belongs to no request. */
export function response(statusLine: string, fields: Readonly<Record<string, string | null>> = {}): Buffer {
  const all: Record<string, string | null> = {
    Via: 'SIP/2.0/UDP client.example.com;branch=z9hG4bKada1',
    From: '"Ada" <sip:ada@example.com>;tag=a1',
    To: '<sip:grace@example.com>;tag=g1',
    'Call-ID': 'case@client.example.com',
    CSeq: '7 OPTIONS',
    'Content-Length': '0',
    ...fields,
  }
  const head = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
  return Buffer.from(`${[statusLine, ...head].join('\r\n')}\r\n\r\n`)
}
