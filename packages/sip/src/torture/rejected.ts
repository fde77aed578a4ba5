import { request, response } from './create-messages.ts'

/** RFC 4475, 3.2 and 3.3: messages that are parsed without error and then rejected. */
export const rejectedMessages: Readonly<Record<string, Buffer>> = {
  badbranch: request({ fields: { Via: 'SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK' } }),
  insuf: request({ method: 'INVITE', fields: { To: null, From: null, 'Call-ID': null } }),
  unkscm: request({ uri: 'nobodyhasthisscheme:opaque-content' }),
  novelsc: request({ uri: 'soap.beep://192.0.2.103:3002' }),
  unksm2: request({
    method: 'REGISTER',
    uri: 'sip:example.com',
    fields: {
      To: 'isbn:2983792873',
      From: '<http://www.example.com>;tag=3234233',
      Contact: '<name:John_Smith>',
    },
  }),
  bext01: request({ lines: ['Require: unsupportedExtension, norThat', 'Proxy-Require: norThisProxy'] }),
  invut: request({
    method: 'INVITE',
    fields: { 'Content-Type': 'application/unknownformat' },
    body: '<audio/>',
  }),
  regaut01: request({
    method: 'REGISTER',
    uri: 'sip:example.com',
    lines: ['Authorization: SchemeOfNobody opaque-data=here'],
  }),
  multi01: request({
    method: 'INVITE',
    lines: [
      'To: <sip:linus@example.com>',
      'From: <sip:hedy@example.com>;tag=2',
      'Call-ID: another@example.com',
      'CSeq: 5 INVITE',
      'Max-Forwards: 5',
    ],
  }),
  mcl01: request({ fields: { 'Content-Length': '13' }, lines: ['Content-Length: 5'], body: 'thirteen long' }),
  bcast: response('SIP/2.0 200 OK', {
    Via: 'SIP/2.0/UDP 192.0.2.198;branch=z9hG4bK1, SIP/2.0/UDP 255.255.255.255;branch=z9hG4bK2',
  }),
  zeromf: request({ fields: { 'Max-Forwards': '0' } }),
  cparam01: request({
    method: 'REGISTER',
    uri: 'sip:example.com',
    fields: { Contact: 'sip:+15550100@gateway.example.com;unknownparam' },
  }),
  cparam02: request({
    method: 'REGISTER',
    uri: 'sip:example.com',
    fields: { Contact: '<sip:+15550100@gateway.example.com;unknownparam>' },
  }),
  regescrt: request({
    method: 'REGISTER',
    uri: 'sip:example.com',
    fields: { Contact: '<sip:ada@example.com?Route=%3Csip:sip.example.com%3E>' },
  }),
  sdp01: request({ method: 'INVITE', lines: ['Accept: text/ignoredField'] }),
}
