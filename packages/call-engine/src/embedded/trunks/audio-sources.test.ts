import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { required } from '@parley/primitives'
import { serializeRtp } from '@parley/rtp'
import { createUserAgent, parseSdp } from '@parley/sip'
import { expect, test } from 'vitest'
import { describeAudio } from '../testing/describe-audio.ts'
import { createTrunkTo, nextEvent, startEngine } from '../testing/loopback-engine.ts'

/** Guarantee: a stranger can neither speak in a call nor hear it, even before the trunk sends audio. */
test('SR6, CM2: audio is exchanged with the addresses of the trunk, and not with a stranger who sends first', async () => {
  await using engine = await startEngine()
  await using peer = await createUserAgent({
    listen: [{ protocol: 'udp', host: '127.0.0.1', port: 0 }],
    userAgentName: 'Trunk',
  })
  const { port } = required(peer.addresses[0], 'the address of the user agent')
  await engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port }), registration: 'none' })
  const events = engine.events[Symbol.asyncIterator]()
  const conference = await engine.openConference()
  const sipPort = required(engine.sipAddresses[0], 'the SIP address of the engine').port
  const call = peer.invite({
    target: `sip:+15550120@127.0.0.1:${sipPort}`,
    from: `sip:+15550143@127.0.0.1:${port}`,
    offer: describeAudio('127.0.0.3', 40_000),
  })
  const answered = Promise.withResolvers<string>()
  call.onEvent((event) => event.type === 'answered' && answered.resolve(event.sdp))
  await conference.addIncoming((await nextEvent(events, 'incoming')).incomingId, 'caller')
  await conference.answerIncoming('caller')
  const audio = required(parseSdp(await answered.promise)?.media[0], 'the audio of the answer')

  await using stranger = await openSpeaker('127.0.0.66')
  await using trunk = await openSpeaker('127.0.0.1')
  await stranger.speakTo(audio.port)
  await trunk.speakTo(audio.port)

  await expect.poll(() => trunk.received).toBeGreaterThan(5)
  expect(stranger.received).toBe(0)
})

/** Opens a socket that sends and counts audio. */
async function openSpeaker(address: string) {
  const socket = createSocket('udp4')
  let received = 0
  socket.on('message', () => received++)
  socket.bind(0, address)
  await once(socket, 'listening')
  return {
    get received() {
      return received
    },
    async speakTo(port: number) {
      const packet = {
        payloadType: 0,
        marker: false,
        timestamp: 0,
        ssrc: 1,
        payload: Buffer.alloc(160, 0x55),
      }
      for (let sequenceNumber = 0; sequenceNumber < 5; sequenceNumber++) {
        const datagram = serializeRtp({ ...packet, sequenceNumber })
        await new Promise((resolve) => socket.send(datagram, port, '127.0.0.1', resolve))
      }
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}
