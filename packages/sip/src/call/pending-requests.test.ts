import { expect, test } from 'vitest'
import { createResponse } from '../message/create-response.ts'
import type { SipRequest } from '../message/message.ts'
import { sampleSdp } from '../testing/agents.ts'
import { startAnsweredCall } from '../testing/answered-call.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { createContactField, getPort, sdpBody } from '../testing/raw-calls.ts'

/** Starts a call with a re-INVITE that the peer has answered with 180 only. */
async function startRingingReInvite() {
  const clock = new ManualClock()
  const answered = await startAnsweredCall({ clock })
  const offered = answered.call.offer(() => sampleSdp(3))
  const reInvite = await answered.peer.nextRequest('INVITE')
  answered.respond(reInvite, 180)
  const answer = (request: SipRequest) => {
    const headers = createContactField(answered.peer)
    answered.peer.send(
      createResponse(request, { status: 200, headers, body: sdpBody }),
      getPort(answered.agent),
    )
  }
  return { ...answered, clock, offered, reInvite, answer }
}

test('ZR504: a re-INVITE with provisional responses only is cancelled after 64 T1, and the call continues', async () => {
  await using ringing = await startRingingReInvite()
  const { call, clock, offered, peer, recorder, reInvite, respond } = ringing
  const countCancels = () =>
    peer.received.filter((message) => message.kind === 'request' && message.method === 'CANCEL').length

  await clock.advance(31_999)
  const early = countCancels()
  await clock.advance(1)
  const outcome = await offered
  const cancel = await peer.nextRequest('CANCEL')
  respond(cancel, 200)
  respond(reInvite, 487)
  await peer.nextRequest('ACK')
  await clock.advance(10)
  const next = call.offer(() => sampleSdp(4))
  ringing.answer(await peer.nextRequest('INVITE'))

  expect(early).toBe(0)
  expect(outcome).toMatchObject({ ok: false, cause: 'no-answer', status: 408 })
  expect(cancel.headers.list('Via')).toEqual(reInvite.headers.list('Via'))
  expect(await next).toEqual({ ok: true, sdp: sdpBody.text })
  expect(recorder.events.map(({ type }) => type)).toEqual(['answered'])
})

test('the next offer waits until a cancelled re-INVITE is given up, 64 T1 after the CANCEL', async () => {
  await using ringing = await startRingingReInvite()
  const { call, clock, offered, peer } = ringing
  await clock.advance(32_000)
  await offered
  const isRefused = (await ringing.exchange('INVITE', offer)).status === 491

  await clock.advance(32_000)
  const next = call.offer(() => sampleSdp(4))
  ringing.answer(await peer.nextRequest('INVITE'))

  expect(isRefused).toBe(true)
  expect(await next).toMatchObject({ ok: true })
})

test('a 200 that crosses the CANCEL of a re-INVITE is acknowledged, and its answer is applied', async () => {
  await using ringing = await startRingingReInvite()
  const { clock, offered, reInvite, peer, recorder } = ringing
  await peer.nextRequest('ACK')
  await clock.advance(32_000)
  await offered

  ringing.answer(reInvite)
  const ack = await peer.nextRequest('ACK')
  ringing.answer(reInvite)
  await peer.nextRequest('ACK')

  expect(ack.headers.get('CSeq')).toBe(reInvite.headers.get('CSeq')?.replace('INVITE', 'ACK'))
  expect(await recorder.next('peer-answer')).toMatchObject({ sdp: sdpBody.text })
  expect(recorder.events.map(({ type }) => type)).toEqual(['answered', 'peer-answer'])
})

test.for(['us', 'peer'] as const)(
  'ZR504: the end of a call by %s settles its requests in progress',
  async (by) => {
    await using ringing = await startRingingReInvite()
    const { call, offered, peer, reInvite } = ringing
    const info = call.sendInfo('application/dtmf-relay', 'Signal=1\r\n')
    const refer = call.refer({ target: 'sip:linus@127.0.0.1' })
    await Promise.all([peer.nextRequest('INFO'), peer.nextRequest('REFER')])

    if (by === 'us') void call.hangUp()
    else await ringing.exchange('BYE')
    const outcomes = await Promise.all([offered, info, refer])
    if (by === 'us') await peer.nextRequest('BYE')
    await peer.nextRequest('ACK')
    ringing.answer(reInvite)

    expect(outcomes).toMatchObject(Array.from({ length: 3 }, () => ({ cause: 'cancelled', status: 481 })))
    expect((await peer.nextRequest('ACK')).headers.get('CSeq')).toContain('2 ACK')
  },
)

test('ZR504: a re-INVITE with provisional responses only is cancelled and given up after the end of the call too', async () => {
  await using ringing = await startRingingReInvite()
  const { call, clock, peer, reInvite } = ringing
  await peer.nextRequest('ACK')
  const countAcks = () =>
    peer.received.filter((message) => message.kind === 'request' && message.method === 'ACK').length

  await call.hangUp()
  await clock.advance(32_000)
  await peer.nextRequest('CANCEL')
  await clock.advance(32_000)
  ringing.answer(reInvite)
  // Arrives after the response.
  await ringing.invite([])

  expect(countAcks()).toBe(1)
})

const offer = { fields: [['Content-Type', 'application/sdp']], body: sampleSdp(9) } as const
