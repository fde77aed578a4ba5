import { expect, test } from 'vitest'
import { parseTag } from '../message/address.ts'
import { createResponse } from '../message/create-response.ts'
import { startAnsweredCall } from '../testing/answered-call.ts'
import { createContactField, dial, getPort, sdpBody } from '../testing/raw-calls.ts'
import { startRawPeer } from '../testing/raw-peer.ts'

const nested = encodeURIComponent('<sip:hedy@example.com?Replaces=a>')

/** Guarantee: an application never sees a Refer-To that could make it send something other than one INVITE. */
test.each([
  ['a thousand characters', `<sip:${'9'.repeat(1_000)}@example.com>`, 400],
  ['two URIs', '<sip:linus@example.com>, <sip:hedy@example.com>', 400],
  ['no URI', 'linus', 400],
  ['an unclosed bracket', '<sip:linus@example.com', 400],
  ['a malformed host', '<sip:linus@-->', 400],
  ['a web page', '<https://example.com/>', 416],
  ['a script', '<javascript:alert(1)>', 416],
  ['a mail', '<mailto:linus@example.com>', 416],
  ['another method', '<sip:linus@example.com;method=BYE>', 603],
  ['Replaces without tags', '<sip:linus@example.com?Replaces=a>', 400],
  ['Replaces in Replaces', `<sip:linus@example.com?Replaces=${nested}>`, 400],
  [
    'two Replaces',
    `<sip:linus@example.com?Replaces=${'a%3Bto-tag%3D1%3Bfrom-tag%3D2&Replaces='.repeat(2)}>`,
    400,
  ],
])('ZR131: a REFER with %s does not reach the application', async (_, referTo, status) => {
  await using fixture = await startAnsweredCall()
  const { exchange, recorder } = fixture

  const response = await exchange('REFER', { fields: [['Refer-To', referTo]] })

  expect(response.status).toBe(status)
  expect(recorder.events.map(({ type }) => type)).toEqual(['answered'])
})

test('ZR131: of the header fields of a Refer-To only Replaces reaches the application', async () => {
  await using fixture = await startAnsweredCall()
  const { exchange, recorder } = fixture
  const replaces = 'a@example.com;to-tag=1;from-tag=2'
  const uriHeaders = `Route=%3Csip:evil.example.com%3E&Subject=a%0D%0AVia:%20b&Replaces=${encodeURIComponent(replaces)}`

  await exchange('REFER', { fields: [['Refer-To', `<sip:linus@example.com;method=INVITE?${uriHeaders}>`]] })
  await exchange('REFER', { fields: [['Refer-To', '<tel:+15550177>']] })

  expect((await recorder.next('refer')).refer).toMatchObject({ target: 'sip:linus@example.com', replaces })
  expect((await recorder.next('refer')).refer).toMatchObject({ target: 'tel:+15550177', replaces: null })
})

test('ZR131: a REFER outside a call is rejected', async () => {
  await using fixture = await startAnsweredCall()
  const { peer, agent } = fixture
  const { host, port } = agent.addresses[0] ?? { host: '', port: 0 }

  peer.send(
    [
      `REFER sip:ada@${host}:${port} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bKrefer`,
      'From: <sip:grace@example.com>;tag=g1',
      'To: <sip:ada@example.com>',
      'Call-ID: refer@example.com',
      'CSeq: 1 REFER',
      'Refer-To: <sip:linus@example.com>',
      '',
      '',
    ].join('\r\n'),
    port,
  )

  expect(await peer.nextResponse()).toMatchObject({ status: 405 })
})

test('ZR131: a peer that wants no subscription gets no NOTIFY', async () => {
  await using fixture = await startAnsweredCall()
  const { exchange, call, peer } = fixture
  call.onEvent((event) => {
    if (event.type === 'refer') event.refer.accept().report(200, 'OK')
  })
  const referTo = ['Refer-To', '<sip:linus@example.com>'] as const

  const silent = await exchange('REFER', { fields: [referTo, ['Refer-Sub', 'false']] })
  const reported = await exchange('REFER', { fields: [referTo] })
  const notify = await peer.nextRequest('NOTIFY')

  expect([silent.status, silent.headers.get('Refer-Sub')]).toEqual([202, 'false'])
  expect([reported.status, reported.headers.get('Refer-Sub')]).toEqual([202, null])
  expect(notify.headers.get('Event')).toBe('refer;id=2')
})

/** Returns the value of Refer-To that names a dialog. */
const referTo = (replaces: string, uri = 'sip:linus@example.com') =>
  `<${uri}?Replaces=${encodeURIComponent(replaces)}>`

/** Guarantee: an attended transfer connects only answered calls of the peer that asks for it. */
test('ZR290: a REFER that names our answered call with the peer reaches the application with this call', async () => {
  await using fixture = await startAnsweredCall({ acceptsReplaces: true })
  const { call, exchange, recorder, replaces } = fixture

  await exchange('REFER', { fields: [['Refer-To', referTo(replaces)]] })
  await exchange('REFER', { fields: [['Refer-To', referTo('a@example.com;to-tag=1;from-tag=2')]] })

  expect((await recorder.next('refer')).refer.replacedCall).toBe(call)
  expect((await recorder.next('refer')).refer.replacedCall).toBeNull()
})

test.each([
  ['an unknown call at our Contact', () => 'a@example.com;to-tag=1;from-tag=2', 481],
  ['a call that must not be answered', (replaces: string) => `${replaces};early-only`, 486],
])('ZR291: a REFER that names %s does not reach the application', async (_, toReplaces, status) => {
  await using fixture = await startAnsweredCall({ acceptsReplaces: true })
  const { agent, exchange, recorder, replaces } = fixture
  const own = `sip:ada@127.0.0.1:${getPort(agent)}`

  const response = await exchange('REFER', { fields: [['Refer-To', referTo(toReplaces(replaces), own)]] })

  expect(response.status).toBe(status)
  expect(recorder.events.map(({ type }) => type)).toEqual(['answered'])
})

test('ZR291: a REFER that names a call that rings at the peer, or that has ended, does not reach the application', async () => {
  await using fixture = await startAnsweredCall({ acceptsReplaces: true })
  const { agent, peer, exchange, recorder } = fixture
  const { call, recorder: other } = dial(agent, peer)
  const invite = await peer.next(
    ({ kind, headers }) => kind === 'request' && headers.get('Call-ID') === call.callId,
  )
  if (invite.kind !== 'request') throw new Error('The message is no request')
  const respond = (status: number, body?: typeof sdpBody) =>
    peer.send(
      createResponse(invite, {
        status,
        toTag: 'h1',
        headers: createContactField(peer),
        ...(body ? { body } : {}),
      }),
      getPort(agent),
    )
  const named = referTo(`${call.callId};to-tag=${parseTag(invite.headers.get('From'))};from-tag=h1`)
  const refer = async () => (await exchange('REFER', { fields: [['Refer-To', named]] })).status
  respond(180)
  await other.next('ringing')

  const early = await refer()
  respond(200, sdpBody)
  await other.next('answered')
  void call.hangUp()
  await peer.nextRequest('BYE')
  const ended = await refer()

  expect([early, ended]).toEqual([481, 603])
  expect(recorder.events.map(({ type }) => type)).toEqual(['answered'])
})

/** Guarantee: knowing the tags of a call of another owner is not enough to connect it. */
test('ZR292: a REFER does not name a call of a peer of another owner', async () => {
  await using fixture = await startAnsweredCall({
    acceptsReplaces: true,
    findPeerOwner: (address) => address,
  })
  const { agent, exchange, recorder } = fixture
  await using stranger = await startRawPeer('127.0.0.2')
  const { call, recorder: foreign } = dial(agent, stranger, '127.0.0.2')
  const invite = await stranger.nextRequest('INVITE')
  stranger.send(
    createResponse(invite, {
      status: 200,
      toTag: 'h1',
      headers: createContactField(stranger),
      body: sdpBody,
    }),
    getPort(agent),
  )
  await foreign.next('answered')
  const replaces = `${call.callId};to-tag=${parseTag(invite.headers.get('From'))};from-tag=h1`

  await exchange('REFER', { fields: [['Refer-To', referTo(replaces)]] })

  expect((await recorder.next('refer')).refer.replacedCall).toBeNull()
})

/** Guarantee: `Supported: replaces` is honest. */
test('ZR134: a REFER names none of our calls when calls cannot be replaced', async () => {
  await using fixture = await startAnsweredCall()
  const { exchange, recorder, replaces } = fixture

  await exchange('REFER', { fields: [['Refer-To', referTo(replaces)]] })

  expect((await recorder.next('refer')).refer).toMatchObject({ replaces, replacedCall: null })
})
