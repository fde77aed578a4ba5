import { expect, test } from 'vitest'
import { createResponse } from '../message/create-response.ts'
import type { SipMessage, SipRequest } from '../message/message.ts'
import { serialize } from '../message/serialize.ts'
import { nextCall, startAgent } from '../testing/agents.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { createContactField, createInvite, dial, getPort, inDialog, sdpBody } from '../testing/raw-calls.ts'
import { type RawPeer, startRawPeer } from '../testing/raw-peer.ts'
import type { UserAgent } from '../user-agent/api.ts'

const thirdParty = '127.0.0.5'

const formatContact = (peer: RawPeer) => `<sip:x@${peer.address}:${peer.port}>`

function createReliable(invite: SipRequest, sequence: number, contact: string) {
  const headers = [
    ['Require', '100rel'],
    ['RSeq', String(sequence)],
    ['Contact', contact],
  ] as const
  return createResponse(invite, { status: 183, toTag: 'g1', headers })
}

const countBytes = (messages: readonly SipMessage[]) =>
  messages.reduce((bytes, message) => bytes + serialize(message).length, 0)

const isPrack = (message: SipMessage) => message.kind === 'request' && message.method === 'PRACK'

/** Ends the call: a user agent with a manual clock does not close before. */
async function refuse(agent: UserAgent, peer: RawPeer, invite: SipRequest): Promise<void> {
  peer.send(createResponse(invite, { status: 486, toTag: 'g1' }), getPort(agent))
  await peer.nextRequest('ACK')
}

/** Guarantee: a trunk cannot use the product to flood an address that takes no part in its calls. */
test('YR3, ZR11: an address that a trunk names and that does not answer gets at most three times the bytes of the trunk', async () => {
  await using peer = await startRawPeer()
  await using victim = await startRawPeer(thirdParty)
  const clock = new ManualClock()
  await using agent = await startAgent({ clock })
  dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  const responses = Array.from({ length: 10 }, (_, n) => createReliable(invite, n + 1, formatContact(victim)))

  for (const response of responses) {
    peer.send(response, getPort(agent))
    await clock.advance(10)
  }
  await clock.advance(40_000)
  await refuse(agent, peer, invite)

  expect(victim.received.length).toBeGreaterThan(10)
  expect(countBytes(victim.received)).toBeLessThanOrEqual(3 * countBytes(responses))
})

test('YR3: an address that answers gets every request of the call', async () => {
  await using peer = await startRawPeer()
  await using target = await startRawPeer(thirdParty)
  await using agent = await startAgent()
  const incoming = nextCall(agent)
  const invite = createInvite(agent, peer)
  invite.headers.set('Contact', formatContact(target))
  peer.send(invite, getPort(agent))
  const call = await incoming

  for (let count = 0; count < 40; count++) {
    const sent = call.sendInfo('application/x-test', 'x'.repeat(200))
    target.send(createResponse(await target.nextRequest('INFO'), { status: 200 }), getPort(agent))
    expect(await sent).toMatchObject({ ok: true })
  }
  call.refuse(486)
})

test('YR3: a call sends 10 PRACKs at most', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { recorder } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')

  for (let sequence = 1; sequence <= 15; sequence++)
    peer.send(createReliable(invite, sequence, formatContact(peer)), getPort(agent))
  const headers = createContactField(peer)
  peer.send(createResponse(invite, { status: 200, toTag: 'g1', headers, body: sdpBody }), getPort(agent))
  await peer.nextRequest('ACK')
  await recorder.next('answered')

  const pracks = new Set(peer.received.filter(isPrack).map(({ headers }) => headers.get('RAck')))
  expect(pracks.size).toBe(10)
})

test('YR3: when a PRACK is not answered, the other ones to that address are not repeated', async () => {
  await using peer = await startRawPeer()
  const clock = new ManualClock()
  await using agent = await startAgent({ clock })
  dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  const countPracks = () => peer.received.filter(isPrack).length

  peer.send(createReliable(invite, 1, formatContact(peer)), getPort(agent))
  await clock.advance(30_000)
  peer.send(createReliable(invite, 2, formatContact(peer)), getPort(agent))
  await clock.advance(2_000)
  const countBefore = countPracks()
  await clock.advance(30_000)
  await refuse(agent, peer, invite)

  expect(countPracks()).toBe(countBefore)
})

const tooManyRoutes = Array.from({ length: 21 }, (_, n): [string, string] => [
  'Record-Route',
  `<sip:proxy-${n}.example.com;lr>`,
])
const tooLongContact = `<sip:${'c'.repeat(1_024)}@example.com>`
const tooLongRoutes: [string, string][] = [['Record-Route', `<sip:${'p'.repeat(4_100)}@example.com;lr>`]]

test.each([
  ['21 routes', tooManyRoutes],
  ['a route of 4 kB', tooLongRoutes],
  ['a Contact of 1 kB', [['Contact', tooLongContact] as [string, string]]],
])('YR3, ZR11: an answer with %s ends the call, and is not acknowledged', async (_, routes) => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { recorder } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  const headers = [...routes, ...createContactField(peer)]

  for (const status of [183, 200])
    peer.send(createResponse(invite, { status, toTag: 'g1', headers, body: sdpBody }), getPort(agent))
  await recorder.next('refused')

  expect(recorder.events).toMatchObject([{ type: 'refused', status: 488 }])
  expect(peer.received).toHaveLength(1)
})

test('ZR11: an INVITE with a Contact of 1 kB is rejected', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const invite = createInvite(agent, peer)
  invite.headers.set('Contact', tooLongContact)

  peer.send(invite, getPort(agent))

  expect(await peer.nextResponse()).toMatchObject({ status: 400 })
})

test('ZR11: a Contact of 1 kB does not replace that of a running call', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { call, recorder } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  const headers = createContactField(peer)
  peer.send(createResponse(invite, { status: 200, toTag: 'g1', headers, body: sdpBody }), getPort(agent))
  await recorder.next('answered')
  const update = inDialog(invite, peer, 'UPDATE', 1, 'g1')
  update.headers.set('Contact', tooLongContact)

  peer.send(update, getPort(agent))
  expect(await peer.nextResponse()).toMatchObject({ status: 200 })
  void call.sendInfo('application/x-test', 'x')

  expect(await peer.nextRequest('INFO')).toMatchObject({ uri: `sip:grace@127.0.0.1:${peer.port}` })
})

test('YR3: an INVITE with 21 routes is rejected, and one with 20 rings', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  agent.onInvite = (call) => void call.ring()

  peer.send(createInvite(agent, peer, tooManyRoutes), getPort(agent))
  expect(await peer.nextResponse()).toMatchObject({ status: 400 })
  peer.send(createInvite(agent, peer, tooManyRoutes.slice(1)), getPort(agent))
  expect(await peer.nextResponse(180)).toBeDefined()
})

/** Guarantee: what a peer sends in one transaction does not decide how much memory a call needs. */
test('YR1: a repeated answer of a surplus fork is acknowledged, and ended by one BYE', async () => {
  await using peer = await startRawPeer()
  await using agent = await startAgent()
  const { recorder } = dial(agent, peer)
  const invite = await peer.nextRequest('INVITE')
  const headers = createContactField(peer)
  const answer = (toTag: string) => createResponse(invite, { status: 200, toTag, headers, body: sdpBody })

  peer.send(answer('first'), getPort(agent))
  await recorder.next('answered')
  for (let count = 0; count < 3; count++) peer.send(answer('second'), getPort(agent))
  for (let count = 0; count < 4; count++) await peer.nextRequest('ACK')
  await peer.nextRequest('BYE')
  await agent.close()

  const byes = peer.received.filter((message) => message.kind === 'request' && message.method === 'BYE')
  expect(byes.filter(({ headers }) => headers.get('To')?.includes('second'))).toHaveLength(1)
})
