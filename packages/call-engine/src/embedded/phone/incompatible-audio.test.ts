import { required } from '@parley/primitives'
import { createUserAgent } from '@parley/sip'
import { expect, test } from 'vitest'
import { createTrunkTo, nextEvent, startEngine } from '../testing/loopback-engine.ts'
import { startRawCaller } from '../testing/raw-caller.ts'

const ipv6 = [
  'v=0',
  'o=- 4711 1 IN IP6 2001:db8::1',
  's=-',
  'c=IN IP6 2001:db8::1',
  't=0 0',
  'm=audio 40000 RTP/AVP 0',
  'a=rtpmap:0 PCMU/8000',
  '',
].join('\r\n')

/** Guarantee: a call whose audio could never arrive ends immediately, and has a reason. */
test('ZR393: a call whose answer has an IPv6 address for its audio ends immediately with its reason', async () => {
  await using engine = await startEngine()
  await using peer = await createUserAgent({
    listen: [{ protocol: 'udp', host: '127.0.0.1', port: 0 }],
    userAgentName: 'Far telephone',
  })
  const ended = Promise.withResolvers<string>()
  peer.onInvite = async (call) => {
    call.onEvent((event) => event.type === 'ended' && ended.resolve(event.by))
    await call.answer(ipv6)
  }
  const { port } = required(peer.addresses[0], 'the address of the peer')
  await engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port }), registration: 'none' })
  const conference = await engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()

  await conference.dialOut({
    legId: 'telephone',
    to: '+15550142',
    trunkId: 'carrier',
    as: { number: '+15550120', name: null },
  })

  expect(await nextEvent(events, 'leg-left')).toMatchObject({ reason: 'media-incompatible' })
  expect(await ended.promise).toBe('peer')
})

test('ZR393: a call that offers audio over IPv6 alone is rejected with 488', async () => {
  await using engine = await startEngine()
  await using caller = await startRawCaller(engine)
  const { port } = caller
  await engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port }), registration: 'none' })

  caller.invite('over-ipv6', { sdp: ipv6 })

  await caller.receives(488, 'over-ipv6')
})
