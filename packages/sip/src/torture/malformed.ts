import { request, response } from './create-messages.ts'

/** Far above the largest CSeq, 2^31 - 1. */
const hugeNumber = '9'.repeat(24)

/** RFC 4475, 3.1.2: invalid messages. */
export const malformed: Readonly<Record<string, Buffer>> = {
  badinv01: request({
    method: 'INVITE',
    fields: {
      Via: 'SIP/2.0/UDP 192.0.2.15;;,;,,',
      To: 'sip:grace@example.com;tag=1;;,;,',
      Contact: '"Ada" <sip:ada@example.com>;;;;',
    },
  }),
  clerr: request({ method: 'INVITE', fields: { 'Content-Length': '9999' } }),
  ncl: request({ method: 'INVITE', fields: { 'Content-Length': '-999' } }),
  scalar02: request({
    method: 'REGISTER',
    uri: 'sip:example.com',
    fields: {
      CSeq: `${hugeNumber} REGISTER`,
      'Max-Forwards': '300',
      Contact: `<sip:ada@client.example.com>;expires=${hugeNumber}`,
    },
    lines: [`Expires: ${hugeNumber}`],
  }),
  scalarlg: response('SIP/2.0 503 Service Unavailable', {
    CSeq: `${hugeNumber} OPTIONS`,
    'Retry-After': hugeNumber,
    Warning: '1812 overture "In Progress"',
  }),
  quotbal: request({ method: 'INVITE', fields: { To: '"Grace, unquoted <sip:grace@example.com>' } }),
  ltgtruri: request({ method: 'INVITE', uri: '<sip:grace@example.com>' }),
  lwsruri: request({ method: 'INVITE', uri: 'sip:grace@example.com; lr' }),
  lwsstart: request({ method: 'INVITE', startLine: 'INVITE  sip:grace@example.com  SIP/2.0' }),
  trws: request({ startLine: 'OPTIONS sip:grace@example.com SIP/2.0  ' }),
  escruri: request({ method: 'INVITE', uri: 'sip:grace@example.com?Route=%3Csip:example.org%3E' }),
  baddate: request({ method: 'INVITE', lines: ['Date: Sat, 01 Jan 2011 16:00:00 EST'] }),
  regbadct: request({
    method: 'REGISTER',
    uri: 'sip:example.com',
    fields: { Contact: 'sip:grace@example.com?Route=%3Csip:sip.example.com%3E' },
  }),
  badaspec: request({ fields: { To: '"Hopper, Grace" < sip:grace@example.org >' } }),
  baddn: request({ fields: { From: 'Lovelace, Ada <sip:ada@example.com>;tag=43' } }),
  badvers: request({ startLine: 'OPTIONS sip:grace@example.com SIP/7.0' }),
  mismatch01: request({ fields: { CSeq: '8 INVITE' } }),
  mismatch02: request({ method: 'NEWMETHOD', fields: { CSeq: '8 INVITE' } }),
  bigcode: response('SIP/2.0 4294967301 better not break the receiver'),
}
