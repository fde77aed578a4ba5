import { required } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import { parseNameAddress } from '../message/address.ts'
import type { SipMessage } from '../message/message.ts'
import { parseMessage } from '../message/parse.ts'
import { decodeUser, parseSipUri } from '../message/uri.ts'
import { parseVia } from '../message/via.ts'
import { expectReaction } from './expect-reaction.ts'
import { expectations } from './expectations.ts'
import { malformed } from './malformed.ts'
import { rejectedMessages } from './rejected.ts'
import { sendToAgent } from './send-to-agent.ts'
import { unusualButValid } from './unusual-but-valid.ts'

const cases: Readonly<Record<string, Buffer>> = { ...unusualButValid, ...malformed, ...rejectedMessages }

function read(name: string): SipMessage {
  const result = parseMessage(required(cases[name], 'the message'))
  if (!result.ok) throw new Error(`${name} was not parsed: ${result.problem.reason}`)
  return result.message
}

/** Guarantee: the user agent reacts to each message of RFC 4475 as required there, and keeps running. */
describe('messages of RFC 4475', () => {
  test.each(Object.keys(expectations))('%s', async (name) => {
    await expectReaction(
      required(cases[name], 'the message'),
      required(expectations[name], 'the expected reaction'),
    )
  })

  test('every message is covered exactly once', () => {
    expect(Object.keys(cases).toSorted()).toEqual(Object.keys(expectations).toSorted())
  })
})

describe('parsed values of unusual but valid messages', () => {
  test('folded lines, compact names and whitespace are accepted', () => {
    const { headers } = read('wsinv')

    expect(headers.get('Max-Forwards')).toBe('0069')
    expect(headers.get('Call-ID')).toBe('tortuous@192.0.2.2')
    expect(headers.get('Subject')).toBe('')
    expect(headers.get('unknown-field')).toBe('over two lines')
    expect(parseNameAddress(headers.require('From'))).toMatchObject({ displayName: 'Ada \\"Byron"' })
    expect(parseNameAddress(headers.require('To'))?.parameters.get('tag')).toBe('77g')
    expect(headers.list('Via').map((via) => parseVia(via)?.host)).toEqual([
      '192.0.2.3',
      'relay.example.com',
      '192.0.2.4',
    ])
    expect(parseNameAddress(headers.require('Contact'))?.parameters.get('q')).toBe('0.33')
  })

  test('escapes are decoded in users, but not in methods', () => {
    const escaped = read('esc01')
    const method = read('esc02')

    expect(escaped.kind === 'request' && decodeUser(required(parseSipUri(escaped.uri), 'the SIP URI'))).toBe(
      'sips:grace@example.com',
    )
    const to = parseNameAddress(read('escnull').headers.require('To'))
    expect(decodeUser(required(to && parseSipUri(to.uri), 'the SIP URI of To'))).toBe('null-\0-null')
    expect(method.kind === 'request' && method.method).toBe('RE%47IST%45R')
    expect(method.headers.list('Contact')).toHaveLength(1)
  })

  test('angle brackets decide whether a parameter belongs to the field or to the URI', () => {
    const bare = parseNameAddress(read('cparam01').headers.require('Contact'))
    const enclosed = parseNameAddress(read('cparam02').headers.require('Contact'))
    const semicolons = read('semiuri')

    expect(bare?.parameters.has('unknownparam')).toBe(true)
    expect(enclosed?.parameters.has('unknownparam')).toBe(false)
    expect(enclosed && parseSipUri(enclosed.uri)?.parameters.has('unknownparam')).toBe(true)
    expect(
      semicolons.kind === 'request' && decodeUser(required(parseSipUri(semicolons.uri), 'the SIP URI')),
    ).toBe('grace;par=u@example.net')
  })

  test('header fields in a Contact URI are preserved', () => {
    const contact = parseNameAddress(read('regescrt').headers.require('Contact'))

    expect(contact && parseSipUri(contact.uri)?.headers).toEqual([['Route', '<sip:sip.example.com>']])
  })

  test('a reason phrase may be arbitrary or empty', () => {
    expect(read('unreason')).toMatchObject({
      status: 200,
      reason: expect.stringContaining('\u0434\u0432\u0435\u0441\u0442\u0438'),
    })
    expect(read('noreason')).toMatchObject({ status: 100, reason: '' })
  })
})

test('a 420 response lists the unsupported extensions', async () => {
  const extensions = await sendToAgent(required(rejectedMessages.bext01, 'the message'))
  const media = await sendToAgent(required(rejectedMessages.invut, 'the message'))
  const method = await sendToAgent(required(unusualButValid.intmeth, 'the message'))

  expect(extensions.answers[0]).toContain('Unsupported: unsupportedExtension, norThat')
  expect(media.answers[0]).toContain('Accept: application/sdp')
  expect(method.answers[0]).toContain('Allow: INVITE')
})
