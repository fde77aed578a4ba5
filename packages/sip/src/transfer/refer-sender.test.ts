import { expect, test } from 'vitest'
import { createReport, startAnsweredCall } from '../testing/answered-call.ts'

const target = 'sip:linus@example.com'

test('ZR130: a REFER names the target and the dialog to replace there, and reports progress and the result', async () => {
  await using fixture = await startAnsweredCall()
  const { call, peer, respond, exchange } = fixture
  const progress: number[] = []

  const outcome = call.refer({
    target: 'sip:linus@example.com;transport=tcp',
    replaces: 'a%b@example.com;to-tag=1;from-tag=2',
    referredBy: 'sip:ada@example.com',
    onProgress: (status) => progress.push(status),
  })
  const refer = await peer.nextRequest('REFER')
  // RFC 3515, 2.4.4: the first NOTIFY may arrive before the response.
  expect(await exchange('NOTIFY', createReport(100))).toMatchObject({ status: 200 })
  respond(refer, 202)
  await exchange('NOTIFY', createReport(180))
  await exchange('NOTIFY', createReport(100))
  await exchange('NOTIFY', createReport(200))

  expect(refer.headers.get('Refer-To')).toBe(
    '<sip:linus@example.com;transport=tcp?Replaces=a%25b%40example.com%3Bto-tag%3D1%3Bfrom-tag%3D2>',
  )
  expect(refer.headers.get('Referred-By')).toBe('<sip:ada@example.com>')
  expect(await outcome).toEqual({ result: 'transferred' })
  expect(progress).toEqual([100, 180])
  expect(await exchange('NOTIFY', createReport(200))).toMatchObject({ status: 481 })
})

test.each([
  ['a target that is busy', createReport(486), { result: 'failed', status: 486, reason: 'Reason' }],
  [
    'a subscription that ends while the target rings',
    createReport(180, 'terminated;reason=timeout'),
    { result: 'not-reported', reason: 'terminated' },
  ],
])('ZR130: %s is reported', async (_, report, expected) => {
  await using fixture = await startAnsweredCall()
  const { call, peer, respond, exchange } = fixture

  const outcome = call.refer({ target })
  respond(await peer.nextRequest('REFER'), 202)
  await exchange('NOTIFY', report)

  expect(await outcome).toEqual(expected)
})

test.each([403, 405, 501, 603])(
  'ZR130: a REFER that is rejected with %i ends with that status',
  async (status) => {
    await using fixture = await startAnsweredCall()
    const { call, peer, respond } = fixture

    const outcome = call.refer({ target })
    respond(await peer.nextRequest('REFER'), status)

    expect(await outcome).toMatchObject({ result: 'refused', cause: 'response', status })
  },
)

test('ZR130: a REFER without NOTIFY ends after its time, and the call continues', async () => {
  await using fixture = await startAnsweredCall()
  const { call, peer, respond, exchange, recorder } = fixture

  const outcome = call.refer({ target, timeoutMs: 20 })
  respond(await peer.nextRequest('REFER'), 202)

  expect(await outcome).toEqual({ result: 'not-reported', reason: 'timeout' })
  expect(await exchange('OPTIONS')).toMatchObject({ status: 200 })
  expect(recorder.events.map(({ type }) => type)).toEqual(['answered'])
})

test('ZR130: a BYE of the peer ends a pending transfer', async () => {
  await using fixture = await startAnsweredCall()
  const { call, peer, respond, exchange } = fixture

  const outcome = call.refer({ target })
  respond(await peer.nextRequest('REFER'), 202)
  await exchange('BYE')

  expect(await outcome).toEqual({ result: 'not-reported', reason: 'ended-by-peer' })
  expect(await call.refer({ target })).toMatchObject({ result: 'refused', cause: 'cancelled' })
})

test('ZR130: of two concurrent REFERs the second is rejected', async () => {
  await using fixture = await startAnsweredCall()
  const { call, peer, respond, exchange } = fixture

  const first = call.refer({ target })
  const second = await call.refer({ target })
  respond(await peer.nextRequest('REFER'), 202)
  await exchange('NOTIFY', createReport(200))

  expect(second).toMatchObject({ result: 'refused', status: 491 })
  expect(await first).toEqual({ result: 'transferred' })
})

/** Guarantee: a peer ends a transfer only with a report of this transfer. */
test.each<[string, number, [string, string][]]>([
  ['of another subscription', 481, [['Event', 'refer;id=99']]],
  ['of another event', 489, [['Event', 'presence']]],
  ['without an event', 489, []],
  [
    'of another type',
    415,
    [
      ['Event', 'refer'],
      ['Content-Type', 'text/plain'],
    ],
  ],
  ['without a type', 415, [['Event', 'refer']]],
])('ZR130: a NOTIFY %s is rejected with %i', async (_, status, fields) => {
  await using fixture = await startAnsweredCall()
  const { call, peer, respond, exchange } = fixture
  const outcome = call.refer({ target })
  respond(await peer.nextRequest('REFER'), 202)

  const response = await exchange('NOTIFY', { fields, body: 'SIP/2.0 200 OK\r\n' })
  await exchange('NOTIFY', createReport(486))

  expect(response.status).toBe(status)
  expect(await outcome).toMatchObject({ result: 'failed' })
})

test('ZR130: a target that is no URI or has a line break throws a RangeError', async () => {
  await using fixture = await startAnsweredCall()
  const { call } = fixture

  for (const options of [
    { target: 'linus' },
    { target: 'sip:linus@example.com>\r\nX-Header: 1' },
    { target, referredBy: 'ada' },
    { target, replaces: 'without-tags' },
    { target: 'tel:+15550177', replaces: 'a;to-tag=1;from-tag=2' },
  ])
    await expect(call.refer(options)).rejects.toThrow(RangeError)
})
