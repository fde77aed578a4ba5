import { required } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { createUserAgent, type IncomingCall } from '@parley/sip'
import { expect, test } from 'vitest'
import type { TrunkConfig } from '../../trunk.ts'
import { describeAudio } from '../testing/describe-audio.ts'
import { createTrunkTo, nextEvent, startEngine } from '../testing/loopback-engine.ts'

/** Receives the call that a trunk offers with these texts. */
async function receiveCall(
  texts: { from: string; displayName: string; headers?: Record<string, string> },
  calledUser = '15550100',
  changes: Partial<TrunkConfig> = {},
) {
  await using engine = await startEngine()
  await using agent = await createUserAgent({
    listen: [{ protocol: 'udp', host: '127.0.0.1', port: 0 }],
    userAgentName: 'Test',
  })
  const peer = required(agent.addresses[0], 'the address of the trunk')
  await engine.useTrunk({ ...createTrunkTo(peer), registration: 'none', ...changes })
  const events = engine.events[Symbol.asyncIterator]()
  const { port } = required(engine.sipAddresses[0], 'the SIP address of the engine')

  const offer = describeAudio('127.0.0.1', 40_000)
  agent.invite({ target: `sip:${calledUser}@127.0.0.1:${port}`, ...texts, offer })
  return await nextEvent(events, 'incoming')
}

/** Guarantee: what a trunk sends as the caller can be stored and shown. */
test('VR3: number and name of a caller are short and contain no control characters', async () => {
  const from = `sip:a%00%0d%0a${'b'.repeat(900)}@127.0.0.1`
  const call = await receiveCall({ from, displayName: 'n'.repeat(5_000) }, `1%00${'5'.repeat(2_000)}`)

  expect(call).toMatchObject({
    to: `1${'5'.repeat(98)}`,
    from: `a ${'b'.repeat(98)}`,
    displayName: 'n'.repeat(100),
  })
})

/** Guarantee: a caller cannot look like another one by characters that change the direction of text. */
test('ZR10: number and name of a caller contain no invisible characters', async () => {
  const from = 'sip:%E2%80%AE5550199%E2%80%8B@127.0.0.1'
  const call = await receiveCall({ from, displayName: '\u202eevil\u2066 \u200bAda 👩‍👧' })

  expect(call).toMatchObject({ from: '5550199', displayName: 'evil Ada 👩‍👧' })
})

/** Guarantee: a provider, or who can call through it, does not connect its call with one of a user. */
test('ZR663: only a network of this installation names the leg that has dialled a call', async () => {
  const texts = { from: 'sip:5550199@127.0.0.1', displayName: 'Ada', headers: { 'X-Parley-Leg': 'leg-1' } }

  expect(await receiveCall(texts)).not.toHaveProperty('diallingLegId')
  expect(await receiveCall(texts, '15550100', { linksConferences: true })).toMatchObject({
    diallingLegId: 'leg-1',
  })
})

test.each([
  [{}, null],
  [{ linksConferences: true }, 'leg-1'],
] as const)('ZR663: a leg is named to a network of this installation only: %o', async (changes, legId) => {
  await using engine = await startEngine()
  await using peer = await startTestPhone()
  await engine.useTrunk({
    ...createTrunkTo({ host: '127.0.0.1', port: peer.port }),
    registration: 'none',
    ...changes,
  })
  const conference = await engine.openConference()

  await conference.dialOut({
    legId: 'leg-1',
    to: '+15550120',
    trunkId: createTrunkTo({ host: '127.0.0.1', port: peer.port }).id,
    as: { number: '+15550142', name: null },
  })

  const { sip } = await peer.nextCall()
  expect((sip as IncomingCall).request.headers.get('X-Parley-Leg')).toBe(legId)
})
