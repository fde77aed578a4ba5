import { expect, test } from 'vitest'
import { createResponse } from '../message/create-response.ts'
import { nextCall, sampleSdp, startAgent } from '../testing/agents.ts'
import { startAnsweredCall } from '../testing/answered-call.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { createContactField, createInvite, getPort, inDialog, sdpBody } from '../testing/raw-calls.ts'
import { startRawPeer } from '../testing/raw-peer.ts'

type Answered = Awaited<ReturnType<typeof startAnsweredCall>>

/** Starts a call whose peer sendAcks no response to its re-INVITEs. */
async function startUnsendAckdCall(clock = new ManualClock()) {
  const answered = await startAnsweredCall({ clock })
  answered.call.onEvent((event) => {
    if (event.type === 're-offer') event.reOffer.answer(sampleSdp(8))
  })
  return { ...answered, clock }
}

const createOffer = (version: number) => ({
  fields: [['Content-Type', 'application/sdp']] as const,
  body: sampleSdp(version),
})

/** Sends a re-INVITE, and resolves when it was answered with this status. */
async function sendReInvite({ exchange, peer }: Answered, version: number, status = 200): Promise<void> {
  const response = await exchange('INVITE', createOffer(version))
  const isFinal = response.status >= 200
  if ((isFinal ? response : await peer.nextResponse(status)).status !== status)
    throw new Error(`The re-INVITE was answered with ${response.status}`)
}

test('ZR725: BYE does not wait for the ACK of a re-INVITE', async () => {
  await using call = await startUnsendAckdCall()
  await sendReInvite(call, 9)

  void call.call.hangUp()
  await call.clock.advance(1_000)

  expect(countRequests(call, 'BYE')).toBe(1)
})

test('ZR725: a peer that sendAcks late and sends re-INVITEs again does not delay BYE', async () => {
  await using call = await startUnsendAckdCall()
  await sendReInvite(call, 9)
  await call.clock.advance(5_000)
  call.peer.send(inDialog(call.dialled, call.peer, 'ACK', 1, 'g1'), getPort(call.agent))
  await call.clock.advance(10)
  await sendReInvite(call, 10)

  void call.call.hangUp()
  await call.clock.advance(100)
  call.peer.send(
    { ...inDialog(call.dialled, call.peer, 'INVITE', 3, 'g1'), body: Buffer.from(sampleSdp(11)) },
    getPort(call.agent),
  )
  await call.clock.advance(900)

  expect(countRequests(call, 'BYE')).toBe(1)
})

test.each(['unanswered', 'ringing', 'colliding'] as const)(
  'ZR725: BYE does not wait for an %s re-INVITE of ours',
  async (state) => {
    await using call = await startUnsendAckdCall()
    void call.call.offer(() => sampleSdp(3))
    const reInvite = await call.peer.nextRequest('INVITE')
    if (state === 'ringing') call.respond(reInvite, 180)
    if (state === 'colliding') {
      await sendReInvite(call, 9, 491)
      call.respond(reInvite, 491)
    }
    await call.clock.advance(10)

    void call.call.hangUp()
    await call.clock.advance(1_000)

    expect(countRequests(call, 'BYE')).toBe(1)
  },
)

test('BYE waits for the ACK of the call itself', async () => {
  const clock = new ManualClock()
  await using peer = await startRawPeer()
  await using agent = await startAgent({ clock })
  const { call, sendAck } = await receiveCall({ peer, agent })

  void call.hangUp()
  await clock.advance(1_000)
  const countBefore = countRequests({ peer }, 'BYE')
  sendAck()
  await clock.advance(10)

  expect([countBefore, countRequests({ peer }, 'BYE')]).toEqual([0, 1])
})

test('ZR726: a user agent that closes sends the BYE of a call that was hung up just before', async () => {
  const call = await startAnsweredCall()

  void call.call.hangUp()
  await call.agent.close()

  expect(countRequests(call, 'BYE')).toBe(1)
  await call.peer[Symbol.asyncDispose]()
})

test.each(['hung up', 'active'])(
  'ZR726: a user agent that closes sends BYE for an %s call without ACK',
  async (state) => {
    await using peer = await startRawPeer()
    const agent = await startAgent()
    const { call } = await receiveCall({ peer, agent })

    if (state === 'hung up') void call.hangUp()
    await agent.close()

    expect(countRequests({ peer }, 'BYE')).toBe(1)
  },
)

test('ZR726: a user agent that closes sends BYE for a call whose answer crosses the CANCEL', async () => {
  await using call = await startAnsweredCall({ early: true })
  const closing = call.agent.close()
  const cancel = await call.peer.nextRequest('CANCEL')
  call.respond(cancel, 200)
  call.peer.send(
    createResponse(call.dialled, {
      status: 200,
      toTag: 'g1',
      headers: createContactField(call.peer),
      body: sdpBody,
    }),
    getPort(call.agent),
  )
  await closing

  expect(countRequests(call, 'BYE')).toBe(1)
})

/** Receives an INVITE of the peer and accepts it. `sendAck` sends the ACK of the peer. */
async function receiveCall({ peer, agent }: Pick<Answered, 'peer' | 'agent'>) {
  const incoming = nextCall(agent)
  const invite = createInvite(agent, peer)
  peer.send(invite, getPort(agent))
  const call = await incoming
  await call.answer(sampleSdp(3))
  const response = await peer.nextResponse(200)
  const sendAck = () => {
    const ack = inDialog(invite, peer, 'ACK', 1, 'unused')
    ack.headers.set('From', invite.headers.require('From'))
    ack.headers.set('To', response.headers.require('To'))
    peer.send(ack, getPort(agent))
  }
  return { call, sendAck }
}

function countRequests({ peer }: Pick<Answered, 'peer'>, method: string): number {
  return peer.received.filter((message) => message.kind === 'request' && message.method === method).length
}
