import { expect, test } from 'vitest'
import { sampleSdp, startAgent } from '../testing/agents.ts'
import { startAnsweredCall } from '../testing/answered-call.ts'
import { getPort } from '../testing/raw-calls.ts'
import { startRawPeer } from '../testing/raw-peer.ts'
import type { Call, CallEvent, IncomingCall } from '../user-agent/api.ts'
import { createReplaces, parseReplaces } from './replaces.ts'

/** Answers the calls that replace `call`, and returns them. */
function answerReplacements(call: Call): { readonly taken: IncomingCall[]; readonly events: CallEvent[] } {
  const taken: IncomingCall[] = []
  const events: CallEvent[] = []
  call.onEvent((event) => {
    if (event.type !== 'replacement') return
    const replacement = event.take()
    taken.push(replacement)
    replacement.onEvent((each) => events.push(each))
    void replacement.answer(sampleSdp(3))
  })
  return { taken, events }
}

test('CR6, ZR132: a call that is replaced ends with BYE when the new one is established, not before', async () => {
  await using fixture = await startAnsweredCall({ acceptsReplaces: true })
  const { call, invite, acknowledge, replaces, peer, recorder, exchange } = fixture
  const { taken } = answerReplacements(call)

  const response = await invite([['Replaces', replaces]])
  expect(response.status).toBe(200)
  expect(await exchange('OPTIONS')).toMatchObject({ status: 200 })
  expect(peer.received.some((message) => message.kind === 'request' && message.method === 'BYE')).toBe(false)
  acknowledge(response)
  const bye = await peer.nextRequest('BYE')

  expect(await recorder.next('ended')).toMatchObject({ by: 'us' })
  expect(bye.headers.get('Call-ID')).toBe(call.callId)
  expect(taken[0]?.dialog).not.toBeNull()
  // The dialog has ended; RFC 3891, section 3.
  expect(await invite([['Replaces', replaces]])).toMatchObject({ status: 603 })
})

test('ZR132: a call that rings at the peer is cancelled when another one replaces it', async () => {
  await using fixture = await startAnsweredCall({ acceptsReplaces: true, early: true })
  const { call, invite, acknowledge, replaces, peer, recorder, respond, dialled } = fixture
  answerReplacements(call)

  acknowledge(await invite([['Replaces', `${replaces};early-only`]]))

  respond(await peer.nextRequest('CANCEL'), 200)
  respond(dialled, 487)
  expect(await recorder.next('refused')).toMatchObject({ cause: 'cancelled' })
})

test.each([
  ['names no dialog', () => 'other@example.com;to-tag=1;from-tag=2', 481],
  [
    'has the tags in the wrong order',
    (own: string) => own.replace('to-tag', 'x').replace('from-tag', 'to-tag').replace('x=', 'from-tag='),
    481,
  ],
  ['demands a call that is not answered', (own: string) => `${own};early-only`, 486],
  ['has no tags', () => 'a@example.com', 400],
])(
  'ZR132: an INVITE whose Replaces %s is rejected, and the call continues',
  async (_, toReplaces, status) => {
    await using fixture = await startAnsweredCall({ acceptsReplaces: true })
    const { agent, call, invite, replaces, exchange } = fixture
    const { taken } = answerReplacements(call)
    const others: IncomingCall[] = []
    agent.onInvite = (other) => others.push(other)

    expect((await invite([['Replaces', toReplaces(replaces)]])).status).toBe(status)
    expect(await exchange('OPTIONS')).toMatchObject({ status: 200 })
    expect([...taken, ...others]).toEqual([])
  },
)

test('ZR132: an INVITE with two Replaces is rejected', async () => {
  await using fixture = await startAnsweredCall({ acceptsReplaces: true })
  const { invite, replaces } = fixture

  expect(
    await invite([
      ['Replaces', replaces],
      ['Replaces', replaces],
    ]),
  ).toMatchObject({ status: 400 })
})

test('ZR132: an incoming call that is not answered cannot be replaced', async () => {
  await using fixture = await startAnsweredCall({ acceptsReplaces: true })
  const { agent, invite, peer } = fixture
  const incoming = Promise.withResolvers<IncomingCall>()
  agent.onInvite = incoming.resolve
  const refused = invite([])
  const call = await incoming.promise
  await call.ring()
  const { headers } = await peer.nextResponse(180)
  const toTag = /tag=(\w+)/.exec(headers.get('To') ?? '')?.[1]

  expect(await invite([['Replaces', `${headers.get('Call-ID')};to-tag=${toTag};from-tag=g1`]])).toMatchObject(
    {
      status: 481,
    },
  )
  call.refuse(486)
  expect(await refused).toMatchObject({ status: 486 })
})

/** Guarantee: knowing the tags of a call of another owner is not enough to take it over. */
test('ZR133: a call is not replaced by a peer of another owner', async () => {
  await using fixture = await startAnsweredCall({
    acceptsReplaces: true,
    findPeerOwner: (address) => address,
  })
  const { call, invite, replaces } = fixture
  const { taken } = answerReplacements(call)
  await using stranger = await startRawPeer('127.0.0.2')

  expect(await invite([['Replaces', replaces]], stranger)).toMatchObject({ status: 481 })
  expect(taken).toEqual([])
})

test('ZR132: a replacement that no listener takes is rejected', async () => {
  await using fixture = await startAnsweredCall({ acceptsReplaces: true })
  const { invite, replaces, exchange } = fixture

  expect(await invite([['Replaces', replaces]])).toMatchObject({ status: 481 })
  expect(await exchange('OPTIONS')).toMatchObject({ status: 200 })
})

/** Guarantee: `Supported: replaces` is honest. */
test.each([true, false])(
  'CR6, ZR134: replaces is supported exactly when calls can be replaced: %s',
  async (acceptsReplaces) => {
    await using fixture = await startAnsweredCall({ acceptsReplaces })
    const { agent, invite, replaces, exchange, peer } = fixture
    const supported = peer.received
      .find(({ kind }) => kind === 'request')
      ?.headers.lists('Supported', 'replaces')
    agent.onInvite = (call) => call.refuse(486)

    const demanded = await invite([
      ['Replaces', replaces],
      ['Require', 'replaces'],
    ])
    const options = await exchange('OPTIONS')

    expect(supported).toBe(acceptsReplaces)
    expect(demanded.status).toBe(acceptsReplaces ? 481 : 420)
    expect(options.status).toBe(200)
  },
)

test('ZR134: our INVITE that replaces a dialog of the peer requires it to support that', async () => {
  await using agent = await startAgent()
  await using peer = await startRawPeer()
  const parameters = { from: 'sip:ada@example.com', offer: sampleSdp(1) }
  const target = `sip:grace@127.0.0.1:${peer.port}`

  agent.invite({ target, ...parameters, replaces: 'a@example.com;to-tag=1;from-tag=2' })
  const { headers } = await peer.nextRequest('INVITE')

  expect(headers.get('Replaces')).toBe('a@example.com;to-tag=1;from-tag=2')
  expect(headers.lists('Require', 'replaces')).toBe(true)
  expect(() => agent.invite({ target, ...parameters, replaces: 'a' })).toThrow(RangeError)
  expect(() => agent.invite({ target, ...parameters, headers: { Replaces: 'a' } })).toThrow(RangeError)
  expect(getPort(agent)).toBeGreaterThan(0)
})

test('ZR134: a stored dialog is named as its peer sees it', async () => {
  await using fixture = await startAnsweredCall()
  const { call, replaces } = fixture
  const named = call.dialog && parseReplaces(createReplaces(call.dialog))
  const own = parseReplaces(replaces)

  expect(named).toEqual({ ...own, toTag: own?.fromTag, fromTag: own?.toTag })
})
