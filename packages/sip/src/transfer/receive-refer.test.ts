import { expect, test } from 'vitest'
import { startAnsweredCall } from '../testing/answered-call.ts'

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
