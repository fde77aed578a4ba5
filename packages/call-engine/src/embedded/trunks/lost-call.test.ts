import { required } from '@parley/primitives'
import { createUserAgent } from '@parley/sip'
import { expect, test } from 'vitest'
import { createTrunkTo, startEngine } from '../testing/loopback-engine.ts'

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
