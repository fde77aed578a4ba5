import { describe, expect, test } from 'vitest'
import { createResponse } from '../message/create-response.ts'
import type { SipRequest } from '../message/message.ts'
import { createRequest, createTransactionFixture } from '../testing/transaction-fixture.ts'
import type { ServerTransaction } from './server.ts'

function respond(transaction: ServerTransaction, status: number): void {
  transaction.respond(createResponse(transaction.request, { status, toTag: 'ours' }))
}

function createAck(toTag: string, fields: Readonly<Record<string, string>> = {}): SipRequest {
  return createRequest('ACK', { To: `<sip:ada@example.com>;tag=${toTag}`, ...fields })
}

/**
 * Guarantee: server transactions follow the timers of RFC 3261, table 4, with T1 = 500 ms, T2 = 4 s and T4 =
 * 5 s.
 */
describe('the refusal of an INVITE', () => {
  test('over UDP is retransmitted at intervals of at most T2 until 64 T1 without ACK (Timers G and H)', async () => {
    const { clock, accept, sentAtMs, transactions } = createTransactionFixture('udp')
    respond(accept(createRequest('INVITE')), 486)

    await clock.advance(31_999)
    const openBeforeEnd = transactions.open
    await clock.advance(1)
    await clock.advance(60_000)

    expect(sentAtMs).toEqual([0, 500, 1_500, 3_500, 7_500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500])
    expect([openBeforeEnd, transactions.open]).toEqual([1, 0])
  })

  test('over TCP is sent once, and waits 64 T1 for its ACK', async () => {
    const { clock, accept, sentAtMs, transactions } = createTransactionFixture('tcp')
    respond(accept(createRequest('INVITE')), 486)

    await clock.advance(31_999)
    const openBeforeEnd = transactions.open
    await clock.advance(1)

    expect(sentAtMs).toEqual([0])
    expect([openBeforeEnd, transactions.open]).toEqual([1, 0])
  })

  test('over UDP is not retransmitted after its ACK, whose repetitions are absorbed for T4 (Timer I)', async () => {
    const { clock, flow, accept, sentAtMs, transactions } = createTransactionFixture('udp')
    respond(accept(createRequest('INVITE')), 486)

    const first = transactions.receiveRequest(createAck('ours'), flow)
    await clock.advance(4_999)
    const repeated = transactions.receiveRequest(createAck('ours'), flow)
    const invite = transactions.receiveRequest(createRequest('INVITE'), flow)
    const openBeforeEnd = transactions.open
    await clock.advance(1)

    expect([first, repeated, invite].map(({ type }) => type)).toEqual(['absorbed', 'absorbed', 'absorbed'])
    expect(sentAtMs).toEqual([0])
    expect([openBeforeEnd, transactions.open]).toEqual([1, 0])
  })

  test('over TCP ends with its ACK', async () => {
    const { clock, flow, accept, transactions } = createTransactionFixture('tcp')
    respond(accept(createRequest('INVITE')), 486)

    transactions.receiveRequest(createAck('ours'), flow)
    await clock.advance(0)

    expect(transactions.open).toBe(0)
  })

  test('is still retransmitted after an ACK with another To tag', async () => {
    const { clock, flow, accept, sentAtMs, transactions } = createTransactionFixture('udp')
    respond(accept(createRequest('INVITE')), 486)

    const match = transactions.receiveRequest(createAck('theirs'), flow)
    await clock.advance(1_500)

    expect(match.type).toBe('absorbed')
    expect(sentAtMs).toEqual([0, 500, 1_500])
  })

  test('is sent again when the INVITE is repeated', async () => {
    const { clock, flow, accept, transactions } = createTransactionFixture('tcp')
    respond(accept(createRequest('INVITE')), 486)

    transactions.receiveRequest(createRequest('INVITE'), flow)
    await clock.advance(0)

    expect(flow.sent).toMatchObject([{ status: 486 }, { status: 486 }])
  })
})

describe('an answered INVITE', () => {
  test('absorbs its repetitions for 64 T1 and leaves the ACK and retransmissions to the dialog (Timer L)', async () => {
    const { clock, flow, accept, sentAtMs, transactions } = createTransactionFixture('udp')
    respond(accept(createRequest('INVITE')), 200)

    await clock.advance(31_999)
    const invite = transactions.receiveRequest(createRequest('INVITE'), flow)
    const ack = transactions.receiveRequest(createAck('ours'), flow)
    const openBeforeEnd = transactions.open
    await clock.advance(1)

    expect([invite.type, ack.type]).toEqual(['absorbed', 'ack'])
    expect(sentAtMs).toEqual([0])
    expect([openBeforeEnd, transactions.open]).toEqual([1, 0])
  })

  test('sends a 2xx again, and no other response', async () => {
    const { clock, flow, accept } = createTransactionFixture('udp')
    const transaction = accept(createRequest('INVITE'))

    for (const status of [180, 200, 200, 183, 486]) respond(transaction, status)
    await clock.advance(0)

    expect(flow.sent).toMatchObject([{ status: 180 }, { status: 200 }, { status: 200 }])
  })
})

describe('the response to another request', () => {
  test('over UDP is sent for each repetition of the request during 64 T1, and never by itself (Timer J)', async () => {
    const { clock, flow, accept, sentAtMs, transactions } = createTransactionFixture('udp')
    respond(accept(createRequest('OPTIONS')), 200)

    await clock.advance(31_999)
    const match = transactions.receiveRequest(createRequest('OPTIONS'), flow)
    await clock.advance(1)

    expect(match.type).toBe('absorbed')
    expect(sentAtMs).toEqual([0, 31_999])
    expect(transactions.open).toBe(0)
  })

  test('over TCP ends the transaction', async () => {
    const { clock, accept, transactions } = createTransactionFixture('tcp')
    respond(accept(createRequest('OPTIONS')), 200)

    await clock.advance(0)

    expect(transactions.open).toBe(0)
  })

  test('is the first final one', async () => {
    const { clock, flow, accept } = createTransactionFixture('udp')
    const transaction = accept(createRequest('OPTIONS'))

    for (const status of [404, 200]) respond(transaction, status)
    await clock.advance(0)

    expect(flow.sent).toMatchObject([{ status: 404 }])
  })
})

test('a repeated request is answered with the last provisional response, and with nothing before the first', async () => {
  const { clock, flow, accept, transactions } = createTransactionFixture('udp')
  const transaction = accept(createRequest('INVITE'))
  transactions.receiveRequest(createRequest('INVITE'), flow)
  await clock.advance(0)
  const before = flow.sent.length

  respond(transaction, 180)
  transactions.receiveRequest(createRequest('INVITE'), flow)
  await clock.advance(0)

  expect(before).toBe(0)
  expect(flow.sent).toMatchObject([{ status: 180 }, { status: 180 }])
})

test('an ACK before the final response, or without a transaction, belongs to a dialog', () => {
  const { flow, accept, transactions } = createTransactionFixture('udp')
  const without = transactions.receiveRequest(createAck('ours'), flow)
  accept(createRequest('INVITE'))

  expect([without, transactions.receiveRequest(createAck('ours'), flow)].map(({ type }) => type)).toEqual([
    'ack',
    'ack',
  ])
})

test('a CANCEL finds the INVITE with its branch, and no other request', () => {
  const { flow, accept, transactions } = createTransactionFixture('udp')
  const invite = accept(createRequest('INVITE'))
  const other = { Via: 'SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKother' }

  expect(transactions.receiveRequest(createRequest('CANCEL'), flow)).toEqual({
    type: 'cancel',
    cancelled: invite,
  })
  expect(transactions.receiveRequest(createRequest('CANCEL', other), flow).type).toBe('new')
})

test.each([
  ['another host in Via', { Via: 'SIP/2.0/UDP 192.0.2.9:5060;branch=z9hG4bKfirst' }],
  ['another port in Via', { Via: 'SIP/2.0/UDP 192.0.2.1:5070;branch=z9hG4bKfirst' }],
])('a request with the same branch and %s is another transaction', (_, fields) => {
  const { flow, accept, transactions } = createTransactionFixture('udp')
  accept(createRequest('INVITE'))

  const other = createRequest('INVITE', { 'Call-ID': 'second@example.com', ...fields })
  expect(transactions.receiveRequest(other, flow).type).toBe('new')
})

/** RFC 3261, 17.2.3: peers of RFC 2543 send no branch with the magic cookie. */
test('a request without a branch of RFC 3261 is matched by Call-ID, From tag, CSeq and Via', () => {
  const { flow, accept, transactions } = createTransactionFixture('udp')
  const fields = { Via: 'SIP/2.0/UDP 192.0.2.1:5060;branch=1' }
  accept(createRequest('INVITE', fields))
  const classify = (request: SipRequest) => transactions.receiveRequest(request, flow).type

  expect(classify(createRequest('INVITE', fields))).toBe('absorbed')
  expect(classify(createRequest('INVITE', { ...fields, 'Call-ID': 'second@example.com' }))).toBe('new')
  expect(classify(createRequest('INVITE', { ...fields, CSeq: '2 INVITE' }))).toBe('new')
})

test('a request that arrives by another path is merged while the first is open, unless it has a To tag', async () => {
  const { clock, flow, accept, transactions } = createTransactionFixture('udp')
  const transaction = accept(createRequest('OPTIONS'))
  const path = { Via: 'SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKsecond' }
  const classify = (fields: Readonly<Record<string, string>>) =>
    transactions.receiveRequest(createRequest('OPTIONS', { ...path, ...fields }), flow).type

  expect(classify({})).toBe('merged')
  expect(classify({ To: '<sip:ada@example.com>;tag=ours' })).toBe('new')
  respond(transaction, 200)
  await clock.advance(32_000)
  expect(classify({})).toBe('new')
})

test('requests over the limit of one peer or of all peers are rejected, until a transaction ends', async () => {
  for (const limits of [{ transactions: 2 }, { transactionsPerOwner: 2 }]) {
    const { clock, flow, accept, transactions } = createTransactionFixture('udp', limits)
    const createOptions = (n: number) =>
      createRequest('OPTIONS', { Via: `SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bK${n}`, CSeq: `${n} OPTIONS` })
    const first = accept(createOptions(1))
    accept(createOptions(2))

    expect(transactions.receiveRequest(createOptions(3), flow).type).toBe('overload')
    respond(first, 200)
    await clock.advance(32_000)
    expect(transactions.receiveRequest(createOptions(3), flow).type).toBe('new')
  }
})
