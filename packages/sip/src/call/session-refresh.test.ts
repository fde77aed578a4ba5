import { expect, test } from 'vitest'
import { createResponse } from '../message/create-response.ts'
import type { SipRequest } from '../message/message.ts'
import { sampleSdp, startAgent } from '../testing/agents.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { createContactField, dial, getPort } from '../testing/raw-calls.ts'
import { startRawPeer } from '../testing/raw-peer.ts'

const timerField = ['Session-Expires', '120;refresher=uac'] as const
const readBody = ({ body }: SipRequest) => Buffer.from(body).toString()

/** Starts a call that we refresh every 60 s, and that expires after 120 s. */
async function startRefreshedCall(allow = 'INVITE, ACK, BYE') {
  const clock = new ManualClock()
  const stack = new AsyncDisposableStack()
  const peer = stack.use(await startRawPeer())
  const agent = stack.use(await startAgent({ clock }))
  const { call, recorder } = dial(agent, peer)
  /** Sends a 2xx with this session description. */
  const accept = (request: SipRequest, sdp?: string) => {
    const headers = [...createContactField(peer), timerField, ['Allow', allow] as const]
    const body = sdp === undefined ? {} : { body: { type: 'application/sdp', text: sdp } }
    peer.send(createResponse(request, { status: 200, toTag: 'g1', headers, ...body }), getPort(agent))
  }
  const refuse = (request: SipRequest, status: number, seconds?: number) => {
    const headers = seconds === undefined ? [] : [['Retry-After', String(seconds)] as const]
    peer.send(createResponse(request, { status, toTag: 'g1', headers }), getPort(agent))
  }
  accept(await peer.nextRequest('INVITE'), sampleSdp(2))
  await recorder.next('answered')
  const refuseLast = (status: number) => {
    const last = peer.received.findLast(
      (message) => message.kind === 'request' && message.method === 'INVITE',
    )
    if (last?.kind === 'request') refuse(last, status)
  }
  const count = (method: string) =>
    new Set(
      peer.received.flatMap((message) =>
        message.kind === 'request' && message.method === method ? message.headers.require('CSeq') : [],
      ),
    ).size
  return {
    accept,
    refuse,
    refuseLast,
    call,
    clock,
    count,
    peer,
    recorder,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee: audio continues when the peer moves it with its answer to a session refresh. */
test('ZR570: the answer to a session refresh is applied when it differs from the last one', async () => {
  await using fixture = await startRefreshedCall()
  const { accept, clock, peer, recorder } = fixture

  for (const version of [2, 3, 3]) {
    await clock.advance(60_000)
    accept(await peer.nextRequest('INVITE'), sampleSdp(version))
    await clock.advance(10)
  }

  expect(recorder.events).toEqual([
    { type: 'answered', sdp: sampleSdp(2) },
    { type: 'peer-answer', sdp: sampleSdp(3) },
  ])
})

/** Guarantee: a session refresh never takes back a hold. */
test('ZR571: a session refresh that waits for an offer repeats that one', async () => {
  await using fixture = await startRefreshedCall()
  const { accept, refuse, call, clock, peer } = fixture
  await clock.advance(59_000)
  const offered = call.offer(() => sampleSdp(5))
  const hold = await peer.nextRequest('INVITE')
  refuse(hold, 100)

  await clock.advance(2_000)
  accept(hold, sampleSdp(2))
  await offered
  const refresh = await peer.nextRequest('INVITE')

  expect(readBody(hold)).toBe(sampleSdp(5))
  expect(readBody(refresh)).toBe(sampleSdp(5))
})

/** Guarantee: a peer that cannot accept a session refresh at the moment does not lose its call. */
test.for([
  ['INVITE', 491, undefined, 4_000],
  ['INVITE', 500, undefined, 10_000],
  ['INVITE', 503, 20, 20_000],
  ['UPDATE', 491, undefined, 4_000],
  ['UPDATE', 500, 0, 1_000],
] as const)(
  'ZR572: a session refresh by %s is repeated after %d with Retry-After %s',
  async ([method, status, retryAfter, waitMs]) => {
    await using fixture = await startRefreshedCall(`INVITE, ACK, BYE, ${method}`)
    const { accept, refuse, clock, count, peer, recorder } = fixture
    const before = count(method)
    await clock.advance(60_000)
    refuse(await peer.nextRequest(method), status, retryAfter)
    await clock.advance(10)
    const immediately = count(method) - before
    await clock.advance(waitMs)
    accept(await peer.nextRequest(method), method === 'INVITE' ? sampleSdp(2) : undefined)
    await clock.advance(59_000)

    expect(immediately).toBe(1)
    expect(count(method) - before).toBe(2)
    expect(recorder.events.map(({ type }) => type)).toEqual(['answered'])
  },
)

test('ZR572: a session refresh is repeated until the session expires, and not after another refresh', async () => {
  await using fixture = await startRefreshedCall()
  const { accept, refuse, refuseLast, call, clock, count, peer } = fixture
  await clock.advance(60_000)
  refuse(await peer.nextRequest('INVITE'), 500)
  await clock.advance(1_000)
  const offered = call.offer(() => sampleSdp(5))
  accept(await peer.nextRequest('INVITE'), sampleSdp(2))
  await offered
  await clock.advance(59_000)
  const afterOffer = count('INVITE')

  for (let round = 0; round < 20; round++) {
    await clock.advance(10_000)
    refuseLast(500)
  }

  expect(afterOffer).toBe(3)
  expect(count('INVITE') - afterOffer).toBe(6)
})
