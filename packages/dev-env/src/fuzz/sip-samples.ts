const sdp = [
  'v=0',
  'o=ada 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 40000 RTP/AVP 0 8 9 101',
  'a=rtpmap:0 PCMU/8000',
  'a=rtpmap:101 telephone-event/8000',
  'a=fmtp:101 0-15',
  'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:d0RmdmcmVCspeEc3QGZiNWpVLFJhQX1cfHAwJSoj',
  'a=ptime:20',
  'a=sendrecv',
  '',
].join('\r\n')

export interface SipParties {
  /** The address that sends, as host and port. */
  readonly from: string
  readonly to: string
  readonly number: string
  /** Distinguishes the transaction from all others. */
  readonly id: string
}

const methods =
  'INVITE OPTIONS REGISTER BYE ACK CANCEL INFO UPDATE PRACK REFER NOTIFY SUBSCRIBE MESSAGE'.split(' ')
const responses = [
  '100 Trying',
  '183 Session Progress',
  '200 OK',
  '302 Moved',
  '401 Unauthorized',
  '503 Busy',
]

/** Returns well-formed SIP messages: each method outside and inside a dialog, and responses. */
export function createSipSamples(parties: SipParties): Buffer[] {
  const requests = methods.flatMap((method) => [
    createMessage(parties, `${method} sip:${parties.number}@${parties.to} SIP/2.0`, method, ''),
    createMessage(parties, `${method} sip:${parties.number}@${parties.to} SIP/2.0`, method, ';tag=1'),
  ])
  const answers = responses.map((status) => createMessage(parties, `SIP/2.0 ${status}`, 'INVITE', ';tag=2'))
  return [...requests, ...answers]
}

/** Returns a request or response. An INVITE has a session description. */
export function createMessage(
  { from, to, number, id }: SipParties,
  startLine: string,
  method: string,
  toTag: string,
  body = method === 'INVITE' ? sdp : '',
): Buffer {
  return Buffer.from(
    [
      startLine,
      `Via: SIP/2.0/UDP ${from};branch=z9hG4bK${id}${method};rport`,
      'Max-Forwards: 70',
      `From: "Ada" <sip:+12025550177@${from}>;tag=${id}`,
      `To: <sip:${number}@${to}>${toTag}`,
      `Call-ID: ${id}@fuzz.example.com`,
      `CSeq: ${method === 'ACK' ? 1 : 2} ${method}`,
      `Contact: <sip:ada@${from}>`,
      'Record-Route: <sip:127.0.0.1;lr>',
      'P-Asserted-Identity: <tel:+12025550177>',
      'Session-Expires: 1800;refresher=uac',
      'WWW-Authenticate: Digest realm="fuzz", nonce="abc", algorithm=SHA-256, qop="auth"',
      'Supported: timer, 100rel, replaces',
      ...(body ? ['Content-Type: application/sdp'] : []),
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
}
