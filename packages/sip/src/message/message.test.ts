import { required } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import { formatNameAddress, parseNameAddress } from './address.ts'
import { SipHeaders } from './headers.ts'
import { parseMessage } from './parse.ts'
import { serialize } from './serialize.ts'
import { formatSipUri, parseSipUri } from './uri.ts'
import { formatVia, parseVia } from './via.ts'

/** Returns a pseudo-random number generator with a fixed seed. */
function* createRandom(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state
  }
}

const invite = Buffer.from(
  [
    'INVITE sip:grace@example.com;transport=tcp SIP/2.0',
    'Via: SIP/2.0/TCP [2001:db8::9:1]:5062;branch=z9hG4bK1;rport',
    'Max-Forwards: 70',
    'From: "Ada \\"L\\"" <sip:ada@example.com>;tag=a1',
    'To: Grace Hopper <sip:grace@example.com>',
    'Call-ID: 1@example.com',
    'CSeq: 1 INVITE',
    'Contact: <sip:ada@[2001:db8::9:1]:5062;transport=tcp>',
    'Route: <sip:proxy.example.com;lr>, <sip:far.example.com;lr>',
    'Content-Type: application/sdp',
    'Content-Length: 5',
    '',
    'v=0\r\n',
  ].join('\r\n'),
)

test('parsing and serializing a message preserves it', () => {
  const first = parseMessage(invite)
  if (!first.ok) throw new Error(first.problem.reason)
  const second = parseMessage(serialize(first.message))

  expect(second.ok && [...second.message.headers].toSorted()).toEqual([...first.message.headers].toSorted())
  expect(second.ok && second.message.body).toEqual(first.message.body)
})

/** Guarantee: the parser never throws for any bytes. */
test('a damaged message is parsed or rejected without an exception', () => {
  const random = createRandom(4475)
  const next = (below: number) => random.next().value % below
  for (let round = 0; round < 5_000; round++) {
    const bytes = Buffer.from(invite)
    for (let damage = next(6); damage >= 0; damage--) bytes[next(bytes.length)] = next(256)
    const cut = bytes.subarray(0, next(4) === 0 ? next(bytes.length) : bytes.length)
    const result = parseMessage(cut)
    if (result.ok) serialize(result.message)
    else expect(result.problem.status).toBeGreaterThanOrEqual(400)
  }
})

/**
 * Guarantee: no datagram of an unknown sender blocks the process. With cubic time this one would take
 * minutes.
 */
test('a malformed request line of thousands of spaces is parsed in linear time', () => {
  const bytes = Buffer.from(`OPTIONS ${' '.repeat(3_000)}sip:a@example.com\r\nVia: SIP/2.0/UDP a\r\n\r\n`)
  const beganAt = performance.now()

  expect(parseMessage(bytes)).toMatchObject({ ok: false, message: null })
  expect(performance.now() - beganAt).toBeLessThan(2_000)
})

test.each(['Via: SIP/2.0/UDP h', 'v: SIP/2.0/UDP h', 'Record-Route: <sip:h;lr>', 'ROUTE : <sip:h;lr>'])(
  'WR10: a message with thousands of members of "%s" is rejected before they are parsed',
  (field) => {
    const [name = '', value = ''] = field.split(/(?<=:)/)
    const members = (count: number) => `${name} ${Array(count).fill(value.trim()).join(', ')}`
    const message = (count: number) => Buffer.from(`OPTIONS sip:h SIP/2.0\r\n${members(count)}\r\n\r\n`)

    expect(parseMessage(message(1_000))).toMatchObject({ ok: false, message: null })
    expect(parseMessage(message(100)).message).not.toBe(null)
  },
)

test.each(['constructor', '__proto__', 'toString', 'HASOWNPROPERTY'])(
  'YR7: a header field may be called "%s"',
  (name) => {
    const bytes = Buffer.from(serialize(required(parseMessage(invite).message, 'the INVITE')))
      .toString()
      .replace('Call-ID:', `${name}: 1\r\nCall-ID:`)

    expect(parseMessage(Buffer.from(bytes)).message?.headers.get(name)).toBe('1')
  },
)

test('ZR1: a message whose header fields have more than 16 kB is dropped', () => {
  const withField = (length: number) =>
    Buffer.from(serialize(required(parseMessage(invite).message, 'the INVITE')))
      .toString()
      .replace('Call-ID:', `X: ${'a'.repeat(length)}\r\nCall-ID:`)

  expect(parseMessage(Buffer.from(withField(15_000))).ok).toBe(true)
  expect(parseMessage(Buffer.from(withField(16_384)))).toMatchObject({ ok: false, message: null })
})

test('ZR1: a URI has at most 50 header fields', () => {
  const create = (count: number) => `sip:ada@example.com?${Array(count).fill('a=%41').join('&')}`

  expect(parseSipUri(create(50))?.headers).toHaveLength(50)
  expect(parseSipUri(create(51))).toBeNull()
})

test('a message over the limits is rejected', () => {
  const many = Buffer.from(`OPTIONS sip:a@example.com SIP/2.0\r\n${'X: 1\r\n'.repeat(300)}\r\n`)

  expect(parseMessage(many)).toMatchObject({ ok: false, message: null })
  expect(parseMessage(invite, { messageBytes: 100, headerFields: 100 })).toMatchObject({
    ok: false,
    message: null,
  })
})

test('a value cannot inject header fields', () => {
  const headers = SipHeaders.of([['Subject', 'hello\r\nVia: SIP/2.0/UDP evil.example.com']])

  expect(headers.get('Subject')).toBe('hello Via: SIP/2.0/UDP evil.example.com')
})

describe('URIs', () => {
  test.each([
    'sip:ada@example.com',
    'sips:ada:secret@example.com:5061',
    'sip:+15550100@example.com;user=phone',
    'sip:192.0.2.1',
    'sip:[2001:db8::1]:5060;lr',
    'sip:a%40b@example.com;transport=tls?Subject=Hello%20there',
  ])('%s is preserved by parsing and serializing', (text) => {
    expect(formatSipUri(required(parseSipUri(text), 'the SIP URI'))).toBe(text)
  })

  test.each([
    '',
    'sip:',
    'sip:@example.com',
    'sip:ada@',
    'sip:ada@exam ple.com',
    'sip:ada@example.com:99999',
    'sip:ada@[2001:db8::1',
    'sip:ada@2001:db8::1',
    'sip:ada@[::1%25eth0]',
    'sip:a%4@example.com',
    'http://example.com',
    'sip:ada@example.com;',
  ])('%s is rejected', (text) => {
    expect(parseSipUri(text)).toBeNull()
  })
})

test('name-addr values keep display names and parameters', () => {
  const text = '"Ada \\"the Countess\\", L" <sip:ada@example.com;transport=udp>;tag=1;q=0.5'
  const address = required(parseNameAddress(text), 'the name-addr')

  expect(address.displayName).toBe('Ada "the Countess", L')
  expect(formatNameAddress(address)).toBe(text)
})

/** The cases of RFC 5118. */
describe('IPv6 addresses', () => {
  test('are in brackets in URIs, with and without a port', () => {
    expect(parseSipUri('sip:[2001:db8::10]')).toMatchObject({ host: '2001:db8::10', port: null })
    expect(parseSipUri('sip:ada@[2001:db8::10]:5070')).toMatchObject({ host: '2001:db8::10', port: 5070 })
  })

  test('without brackets are rejected, because the port is ambiguous', () => {
    expect(parseSipUri('sip:2001:db8::10')).toBeNull()
    expect(parseSipUri('sip:[2001:db8::10:5070]')).toMatchObject({ host: '2001:db8::10:5070', port: null })
  })

  test('may be with or without brackets in the received parameter of a Via', () => {
    for (const received of ['[2001:db8::9:255]', '2001:db8::9:255']) {
      const via = parseVia(`SIP/2.0/UDP [2001:db8::9:1];received=${received};branch=z9hG4bKas3`)
      expect(via).toMatchObject({ host: '2001:db8::9:1', port: null })
      expect(parseVia(formatVia(required(via, 'the parsed Via')))?.parameters.get('received')).toBe(received)
    }
  })

  test('may be IPv4-mapped', () => {
    expect(parseSipUri('sip:ada@[::ffff:192.0.2.10]:5060')).toMatchObject({ host: '::ffff:192.0.2.10' })
  })

  test('with three colons are rejected', () => {
    expect(parseSipUri('sip:ada@[2001:db8:::192.0.2.1]')).toBeNull()
  })
})
