import { describe, expect, test } from 'vitest'
import { createResponse } from '../message/create-response.ts'
import { createRecordingFlow } from '../testing/recording-flow.ts'
import { createRequest, createTransactionFixture } from '../testing/transaction-fixture.ts'

/**
 * Guarantee: client transactions follow the timers of RFC 3261, table 4, with T1 = 500 ms, T2 = 4 s and T4 =
 * 5 s.
 */
describe('an INVITE', () => {
  test('over UDP is retransmitted at doubling intervals, and times out after 64 T1 (Timers A and B)', async () => {
    const { clock, send, sentAtMs, outcomes, transactions } = createTransactionFixture('udp')
    send(createRequest('INVITE'))

    await clock.advance(31_999)
    const beforeEnd = [...outcomes]
    await clock.advance(1)
    await clock.advance(60_000)

    expect(sentAtMs).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500, 31_500])
    expect(beforeEnd).toEqual([])
    expect(outcomes).toEqual(['timeout'])
    expect(transactions.open).toBe(0)
  })

  test('over TCP is sent once, and times out after 64 T1', async () => {
    const { clock, send, sentAtMs, outcomes } = createTransactionFixture('tcp')
    send(createRequest('INVITE'))

    await clock.advance(31_999)
    const beforeEnd = [...outcomes]
    await clock.advance(1)

    expect(sentAtMs).toEqual([0])
    expect(beforeEnd).toEqual([])
    expect(outcomes).toEqual(['timeout'])
  })

  test('is neither retransmitted nor timed out after a provisional response', async () => {
    const { clock, send, sentAtMs, outcomes, receiveResponse } = createTransactionFixture('udp')
    send(createRequest('INVITE'))
    receiveResponse(180)

    await clock.advance(120_000)

    expect(sentAtMs).toEqual([0])
    expect(outcomes).toEqual(['180'])
  })

  test('over UDP acknowledges each repetition of a refusal for 32 s (Timer D)', async () => {
    const { clock, flow, send, outcomes, receiveResponse, transactions } = createTransactionFixture('udp')
    send(createRequest('INVITE', { Route: '<sip:proxy.example.com;lr>' }))
    receiveResponse(486)

    await clock.advance(4_000)
    receiveResponse(486)
    await clock.advance(27_999)
    receiveResponse(486)
    const openBeforeEnd = transactions.open
    await clock.advance(1)
    receiveResponse(486)
    await clock.advance(0)

    const acks = flow.sent.slice(1)
    expect(acks).toHaveLength(3)
    for (const ack of acks) {
      expect(ack).toMatchObject({ kind: 'request', method: 'ACK', uri: 'sip:ada@192.0.2.2' })
      expect(Object.fromEntries(ack.headers)).toMatchObject({
        Via: 'SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKfirst',
        To: '<sip:ada@example.com>;tag=g1',
        'Call-ID': 'first@example.com',
        CSeq: '1 ACK',
        Route: '<sip:proxy.example.com;lr>',
      })
    }
    expect(outcomes).toEqual(['486'])
    expect([openBeforeEnd, transactions.open]).toEqual([1, 0])
  })

  test('over TCP ends with the ACK of a refusal', async () => {
    const { clock, flow, send, receiveResponse, transactions } = createTransactionFixture('tcp')
    send(createRequest('INVITE'))

    receiveResponse(486)
    await clock.advance(0)

    expect(flow.sent).toMatchObject([{ method: 'INVITE' }, { method: 'ACK' }])
    expect(transactions.open).toBe(0)
  })

  test('reports each 2xx for 64 T1 and acknowledges none, because that is the task of the dialog', async () => {
    const { clock, flow, send, outcomes, receiveResponse } = createTransactionFixture('udp')
    send(createRequest('INVITE'))
    receiveResponse(200)

    await clock.advance(31_999)
    receiveResponse(200, 'fork')
    receiveResponse(486, 'late')
    await clock.advance(1)
    receiveResponse(200)

    expect(outcomes).toEqual(['200', '200'])
    expect(flow.sent).toHaveLength(1)
  })
})

describe('YR1: responses', () => {
  test.each([['2 INVITE'], ['1 OPTIONS']])('with the CSeq %s do not answer the INVITE 1', (CSeq) => {
    const { flow, send, outcomes, transactions } = createTransactionFixture('udp')
    send(createRequest('INVITE'))

    transactions.receiveResponse(
      createResponse(createRequest('INVITE', { CSeq }), { status: 200, toTag: 'g' }),
      flow,
    )

    expect(outcomes).toEqual([])
  })

  test('of status 2xx beyond 200 are not reported', () => {
    const { send, outcomes, receiveResponse } = createTransactionFixture('udp')
    send(createRequest('INVITE'))

    for (let count = 0; count < 300; count++) receiveResponse(200, `fork-${count}`)

    expect(outcomes).toHaveLength(200)
  })
})

describe('another request', () => {
  test('over UDP is retransmitted at intervals of at most T2, and times out after 64 T1 (Timers E and F)', async () => {
    const { clock, send, sentAtMs, outcomes, transactions } = createTransactionFixture('udp')
    send(createRequest('OPTIONS'))

    await clock.advance(31_999)
    const beforeEnd = [...outcomes]
    await clock.advance(1)
    await clock.advance(60_000)

    expect(sentAtMs).toEqual([0, 500, 1_500, 3_500, 7_500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500])
    expect(beforeEnd).toEqual([])
    expect(outcomes).toEqual(['timeout'])
    expect(transactions.open).toBe(0)
  })

  test('over TCP is sent once, and times out after 64 T1', async () => {
    const { clock, send, sentAtMs, outcomes } = createTransactionFixture('tcp')
    send(createRequest('OPTIONS'))

    await clock.advance(32_000)

    expect(sentAtMs).toEqual([0])
    expect(outcomes).toEqual(['timeout'])
  })

  test('is retransmitted every T2 after a provisional response, and still times out after 64 T1', async () => {
    const { clock, send, sentAtMs, outcomes, receiveResponse } = createTransactionFixture('udp')
    send(createRequest('OPTIONS'))
    receiveResponse(100)

    await clock.advance(32_000)

    expect(sentAtMs).toEqual([0, 500, 4_500, 8_500, 12_500, 16_500, 20_500, 24_500, 28_500])
    expect(outcomes).toEqual(['100', 'timeout'])
  })

  test('over UDP absorbs repetitions of its final response for T4, without an ACK (Timer K)', async () => {
    const { clock, flow, send, outcomes, receiveResponse, transactions } = createTransactionFixture('udp')
    send(createRequest('OPTIONS'))
    receiveResponse(200)

    await clock.advance(4_999)
    receiveResponse(200)
    const openBeforeEnd = transactions.open
    await clock.advance(1)

    expect(outcomes).toEqual(['200'])
    expect(flow.sent).toHaveLength(1)
    expect([openBeforeEnd, transactions.open]).toEqual([1, 0])
  })

  test('over TCP ends with its final response', async () => {
    const { clock, send, receiveResponse, transactions } = createTransactionFixture('tcp')
    send(createRequest('OPTIONS'))

    receiveResponse(200)
    await clock.advance(0)

    expect(transactions.open).toBe(0)
  })
})

test('a request that cannot be sent ends with the transport error', async () => {
  const { clock, flow, send, outcomes, transactions } = createTransactionFixture('udp')
  flow.break()

  send(createRequest('OPTIONS'))
  await clock.advance(0)

  expect(outcomes).toEqual(['transport'])
  expect(transactions.open).toBe(0)
})

test.each([
  ['another branch', { Via: 'SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKother' }],
  ['another method', { CSeq: '1 CANCEL' }],
])('a response with %s is ignored', async (_, fields) => {
  const { flow, send, outcomes, transactions } = createTransactionFixture('udp')
  const request = createRequest('OPTIONS')
  send(request)

  const { headers } = createRequest('OPTIONS', fields)
  transactions.receiveResponse({ ...request, kind: 'response', status: 200, reason: 'OK', headers }, flow)

  expect(outcomes).toEqual([])
})

/** Guarantee: a third party that cannot read TLS cannot answer a request that was sent over it. */
test('ZR574: a response that arrives over UDP to a request over TLS is ignored', () => {
  const { send, outcomes, receiveResponse } = createTransactionFixture('tls')
  send(createRequest('OPTIONS'))

  receiveResponse(486, 'g1', createRecordingFlow('udp'))
  receiveResponse(200)

  expect(outcomes).toEqual(['200'])
})
