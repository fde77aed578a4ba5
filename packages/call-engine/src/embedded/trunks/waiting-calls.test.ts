import { once } from 'node:events'
import { connect } from 'node:net'
import { required, waitUntil } from '@parley/primitives'
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

/** Guarantee: calls whose offers are being checked count, too, also when their media address is a name. */
test.each(['127.0.0.1', 'localhost'])(
  'WR5: of 200 concurrent calls with audio at %s, 100 wait',
  async (host) => {
    await using engine = await startEngine()
    const addresses = engine.sipAddresses
    const { port } = required(
      addresses.find(({ protocol }) => protocol === 'tcp'),
      'the TCP address',
    )
    const peer = createTrunkTo({ host: '127.0.0.1', port: 9 })
    await engine.useTrunk({ ...peer, transport: 'tcp', registration: 'none', owner: 'ada' })
    const socket = connect({ host: '127.0.0.1', port })
    await once(socket, 'connect')
    let received = ''
    socket.on('data', (bytes) => {
      received += bytes
    })
    const events = engine.events[Symbol.asyncIterator]()

    socket.write(Array.from({ length: 200 }, (_, index) => createInvite(index, host)).join(''))
    for (let count = 0; count < 100; count++) await nextEvent(events, 'incoming')
    const countRejections = () => received.split('SIP/2.0 503').length - 1

    await waitUntil('100 calls are rejected', () => countRejections() === 100)
    socket.destroy()
  },
)

function createInvite(index: number, mediaHost: string): string {
  const body = describeAudio('127.0.0.1', 40_000).replace('c=IN IP4 127.0.0.1', `c=IN IP4 ${mediaHost}`)
  return [
    'INVITE sip:+15550120@127.0.0.1 SIP/2.0',
    `Via: SIP/2.0/TCP 127.0.0.1:9;branch=z9hG4bK${index}`,
    `From: <sip:+15550142@127.0.0.1>;tag=${index}`,
    'To: <sip:+15550120@127.0.0.1>',
    `Call-ID: ${index}@example.com`,
    'CSeq: 1 INVITE',
    'Contact: <sip:127.0.0.1:9;transport=tcp>',
    'Content-Type: application/sdp',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}
