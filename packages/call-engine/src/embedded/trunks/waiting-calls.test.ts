import { required } from '@parley/primitives'
import { createUserAgent } from '@parley/sip'
import { expect, test } from 'vitest'
import { describeAudio } from '../testing/describe-audio.ts'
import { createTrunkTo, nextEvent, startEngine } from '../testing/loopback-engine.ts'

/** Guarantee: a flood of calls through the trunks of one workspace does not delay the calls of another. */
test('VR19: at most 100 calls of one owner wait, and those of another owner ring nevertheless', async () => {
  await using engine = await startEngine()
  await using agent = await createUserAgent({
    listen: [{ protocol: 'udp', host: '127.0.0.1', port: 0 }],
    userAgentName: 'Test',
  })
  const peer = required(agent.addresses[0], 'the address of the trunk')
  const shared = { ...createTrunkTo(peer), registration: 'none' as const }
  await engine.useTrunk({ ...shared, id: 'ada', owner: 'ada', numbers: ['+15550120'] })
  await engine.useTrunk({ ...shared, id: 'grace', owner: 'grace', numbers: ['+15550121'] })
  const events = engine.events[Symbol.asyncIterator]()
  const { port } = required(engine.sipAddresses[0], 'the SIP address of the engine')
  const dial = (number: string) =>
    agent.invite({
      target: `sip:${number}@127.0.0.1:${port}`,
      from: 'sip:+15550142@127.0.0.1',
      offer: describeAudio('127.0.0.1', 40_000),
    })

  for (let count = 0; count < 100; count++) {
    dial('+15550120')
    await nextEvent(events, 'incoming')
  }
  const refusal = new Promise((resolve) => {
    dial('+15550120').onEvent((event) => event.type === 'refused' && resolve(event.status))
  })
  expect(await refusal).toBe(503)
  dial('+15550121')

  expect(await nextEvent(events, 'incoming')).toMatchObject({ trunkId: 'grace' })
})
