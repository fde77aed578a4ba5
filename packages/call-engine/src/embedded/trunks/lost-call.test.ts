import { required } from '@parley/primitives'
import { createUserAgent } from '@parley/sip'
import { expect, test } from 'vitest'
import { startAnsweringTrunk } from '../testing/answering-trunk.ts'
import { describeAudio } from '../testing/describe-audio.ts'
import { ada, createTrunkTo, nextEvent, startEngine } from '../testing/loopback-engine.ts'

/**
 * Starts a peer that counts the BYE requests it receives, and confirms none, because it has no such dialog.
 */
async function startPeer() {
  const received: string[] = []
  const agent = await createUserAgent({
    listen: [{ protocol: 'udp', host: '127.0.0.1', port: 0 }],
    userAgentName: 'Peer',
    onTrace: (direction, _, text) => {
      if (direction === 'received') received.push(text.split(' ')[0] ?? '')
    },
  })
  const { port } = required(agent.addresses[0], 'an address')
  return { received, port, [Symbol.asyncDispose]: () => agent.close() }
}

function dialogWith(port: number) {
  return {
    callId: 'lost',
    localAddress: '<sip:ada@127.0.0.1>;tag=1',
    remoteAddress: '<sip:grace@127.0.0.1>;tag=2',
    remoteTarget: `sip:grace@127.0.0.1:${port}`,
    routeSet: [],
    localSequence: 1,
    protocol: 'udp',
  } as const
}

test('CR18: a lost call ends at the far end, only through a known trunk and to an address that it allows', async () => {
  await using peer = await startPeer()
  await using engine = await startEngine({ isAddressAllowed: (_, trunkId) => trunkId !== 'blocked' })
  const trunk = { ...createTrunkTo({ host: '127.0.0.1', port: 9 }), registration: 'none' as const }
  await engine.useTrunk(trunk)
  await engine.useTrunk({ ...trunk, id: 'blocked' })
  const dialog = dialogWith(peer.port)

  expect(await engine.endLostCall('blocked', dialog)).toBe('not-confirmed')
  await expect(engine.endLostCall('missing', dialog)).rejects.toMatchObject({ code: 'no-such-trunk' })
  await expect(engine.endLostCall('carrier', { callId: 'lost' })).rejects.toMatchObject({
    code: 'invalid-dialog',
  })
  expect(peer.received).toEqual([])
  expect(await engine.endLostCall('carrier', dialog)).toBe('confirmed')
  expect(peer.received).toEqual(['BYE'])
})

test('ZR727: the end of a dialog is reported when the far end has confirmed BYE', async () => {
  const host = '127.0.0.1'
  const createAnswer = (port: number) => ({
    contact: `<sip:${host}:${port}>`,
    sdp: describeAudio(host, 40_000),
  })
  await using far = await startAnsweringTrunk(host, createAnswer, { ignoresFirst: 'BYE' })
  await using engine = await startEngine()
  await engine.useTrunk({ ...createTrunkTo({ host, port: far.port }), registration: 'none' })
  await using conference = await engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()
  await conference.dialOut({ legId: 'one', to: '+15550143', trunkId: 'carrier', as: ada })
  await nextEvent(events, 'leg-joined')

  await conference.hangUp('one')

  const ended = await nextEvent(engine.events[Symbol.asyncIterator](), 'leg-dialog-ended')
  expect(ended).toMatchObject({ legId: 'one' })
  expect(far.received.filter(({ method }) => method === 'BYE')).toHaveLength(2)
})
