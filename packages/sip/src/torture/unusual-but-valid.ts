import { request, response } from './create-messages.ts'

const oddToken = "Odd-Method_9!*+`%27'~"
const oddName = "tab\tand ~`!@#$%^&*()_+{}|[]:;'<>?,./"

/** RFC 4475, 3.1.1 and 3.4: unusual but valid messages. */
export const unusualButValid: Readonly<Record<string, Buffer>> = {
  /** Folding, compact names, optional whitespace, quoted escapes, unknown fields and parameters, a To tag. */
  wsinv: Buffer.from(
    [
      'INVITE sip:grace@example.com;unknown-parameter SIP/2.0',
      'tO :',
      ' sip:grace@example.com ;   tag    = 77g',
      'from   : "Ada \\\\\\"Byron\\""       <sip:ada@example.com>',
      '  ;',
      '  tag = 98a',
      'MaX-fOrWaRdS: 0069',
      'i: tortuous@192.0.2.2',
      'Content-Length   : 0',
      'cseq: 0011',
      '  INVITE',
      'Via  : SIP  /   2.0',
      '  /UDP',
      '    192.0.2.3;branch=390ada',
      's :',
      'Unknown-Field: over',
      ' two lines',
      'Field-With-Odd-Value: ;;,,;;,;',
      'Route:',
      ' <sip:proxy.example.com;lr;unknown=value;nothing>',
      'v:  SIP  / 2.0  / TCP     relay.example.com   ;',
      '  branch  =   z9hG4bKrelay  ,',
      ' SIP  /    2.0   / UDP  192.0.2.4   ; branch=',
      ' z9hG4bKclient',
      'm:"Ada \\"\\"" <sip:ada@example.com> ; parameter =',
      '      value ;',
      '  another ; q = 0.33',
      '',
      '',
    ].join('\r\n'),
  ),
  intmeth: request({
    method: oddToken,
    uri: "sip:1_odd.user~(yes)&isn't+it$/so?,/;;*:&more+of=it,!*pass$~d_too.(no)@example.com",
    fields: {
      Via: "SIP/2.0/UDP host.example.com;branch=z9hG4bK-.!%66*_+`'~",
      To: `"${oddName}" <sip:1_odd.user~(yes)&isn't+it$/so?,/;;*:&more@example.com>`,
      From: "token1~` token2'+_ token3*%!.- <sip:odd.user@example.com>;fromParam''~+*_!.-%=\"\u0440\u0430\u0431\";tag=_t'~!*%+.-",
      'Call-ID': 'odd%Z%45@word~!.`{}()<>:\\"/[]?',
    },
    lines: ["Field-!.%*+-`'~: odd"],
  }),
  esc01: request({
    method: 'INVITE',
    uri: 'sip:sips%3Agrace%40example.com@example.org',
    fields: {
      To: 'sip:%75se%72@example.com',
      Contact: '<sip:cal%6Cer@client.example.com;%6C%72;n%61me=v%61lue%25%34%31>',
    },
  }),
  escnull: request({
    method: 'REGISTER',
    uri: 'sip:example.com',
    fields: {
      To: 'sip:null-%00-null@example.com',
      Contact: '<sip:%00@client.example.com>, <sip:%00%00@client.example.com>',
    },
  }),
  esc02: request({
    method: 'RE%47IST%45R',
    uri: 'sip:example.com',
    fields: { To: '"%Z%45" <sip:grace@example.com>', Contact: '<sip:alias1@client.example.com>' },
    lines: ['C%6Fntact: <sip:alias2@client.example.com>'],
  }),
  lwsdisp: request({ fields: { From: 'ada<sip:ada@example.com>;tag=323' } }),
  longreq: request({
    method: 'INVITE',
    fields: {
      To: `"I have a ${'very '.repeat(60)}long name" <sip:grace@example.com>`,
      From: `sip:${'a'.repeat(300)}@example.com;tag=${'9'.repeat(100)};${'unknown'.repeat(30)}=${'x'.repeat(200)}`,
      'Call-ID': `${'long'.repeat(150)}@example.com`,
      Contact: `<sip:ada@${'host.'.repeat(40)}example.com>`,
    },
    lines: [
      `Unknown-${'Long'.repeat(40)}-Name: value`,
      ...Array.from(
        { length: 30 },
        (_, hop) => `Via: SIP/2.0/TCP relay${hop}.example.com;branch=z9hG4bK${hop}${'v'.repeat(40)}`,
      ),
    ],
  }),
  dblreq: Buffer.concat([
    request({ method: 'REGISTER', uri: 'sip:example.com' }),
    request({
      method: 'INVITE',
      fields: { 'Call-ID': 'second@example.com', Via: 'SIP/2.0/UDP client.example.com;branch=z9hG4bKsecond' },
    }),
  ]),
  semiuri: request({
    uri: 'sip:grace;par=u%40example.net@example.com',
    fields: { To: 'sip:grace%3Bpar@example.com' },
  }),
  transports: request({
    lines: ['SCTP', 'TLS', 'UNKNOWN', 'TCP'].map(
      (name, hop) => `Via: SIP/2.0/${name} relay${hop}.example.com;branch=z9hG4bK${hop}`,
    ),
  }),
  mpart01: request({
    method: 'MESSAGE',
    fields: { 'Content-Type': 'multipart/mixed;boundary="7a9cbec02ceef655"' },
    body: [
      '--7a9cbec02ceef655',
      'Content-Type: text/plain',
      'Content-Transfer-Encoding: binary',
      '',
      'Hello',
      '--7a9cbec02ceef655',
      'Content-Type: application/octet-stream',
      '',
      '\u0001\u0000\u0002--7a9cbec0 not a boundary',
      '--7a9cbec02ceef655--',
      '',
    ].join('\r\n'),
  }),
  unreason: response('SIP/2.0 200 = 4**3 * 3 + 8 \u0434\u0432\u0435\u0441\u0442\u0438'),
  noreason: response('SIP/2.0 100 '),
  /** A request of RFC 2543: no branch, no Max-Forwards, no tag in From, no Content-Length. */
  inv2543: request({
    method: 'INVITE',
    fields: {
      Via: 'SIP/2.0/UDP old.example.com',
      'Max-Forwards': null,
      From: '<sip:+15550100@old.example.com;user=phone>',
      'Record-Route': '<sip:grace@example.com;maddr=proxy.example.com>',
      'Content-Length': null,
    },
  }),
}
