import { required } from '@parley/primitives'
import { createUserAgent } from '@parley/sip'
import { expect, test } from 'vitest'
import { describeAudio } from '../testing/describe-audio.ts'
import { createTrunkTo, nextEvent, startEngine } from '../testing/loopback-engine.ts'

/** Guarantee: what a trunk sends as the caller can be stored and shown. */
test('VR3: number and name of a caller are short and contain no control characters', async () => {
  await using engine = await startEngine()
  await using agent = await createUserAgent({
    listen: [{ protocol: 'udp', host: '127.0.0.1', port: 0 }],
    userAgentName: 'Test',
  })
  const peer = required(agent.addresses[0], 'the address of the trunk')
  await engine.useTrunk({ ...createTrunkTo(peer), registration: 'none' })
  const events = engine.events[Symbol.asyncIterator]()
  const { port } = required(engine.sipAddresses[0], 'the SIP address of the engine')

  agent.invite({
    target: `sip:1%00${'5'.repeat(2_000)}@127.0.0.1:${port}`,
    from: `sip:a%00%0d%0a${'b'.repeat(2_000)}@127.0.0.1`,
    displayName: 'n'.repeat(5_000),
    offer: describeAudio('127.0.0.1', 40_000),
  })
  const call = await nextEvent(events, 'incoming')

  expect(call).toMatchObject({
    to: `1${'5'.repeat(98)}`,
    from: `a ${'b'.repeat(98)}`,
    displayName: 'n'.repeat(100),
  })
})
