import { createSocket } from 'node:dgram'
import { required, sleep } from '@parley/primitives'
import { startTestPhone, type TestPhone } from '@parley/simulated-pstn/testing'
import { type Call, createAudioOffer, type Direction, parseSdp } from '@parley/sip'
import { expect, test } from 'vitest'
import { startRawPeer } from '../../../../sip/src/testing/raw-peer.ts'
import { createTrunkTo, nextEvent, startEngine } from '../testing/loopback-engine.ts'

const silenceTimeoutMs = 1_000
/** Longer than any call without a sign of life lasts. */
const afterTimeoutMs = 4_500

/** Starts an engine that answers a call from a telephone without audio, as voicemail, queues and menus do. */
async function start() {
  const stack = new AsyncDisposableStack()
  const engine = stack.use(await startEngine({ silenceTimeoutMs }))
  const events = engine.events[Symbol.asyncIterator]()
  const phone = stack.use(await startTestPhone())
  const { port: sipPort } = required(engine.sipAddresses[0], 'a SIP address')
  const addTrunk = (port: number) =>
    engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port }), registration: 'none' })
  await addTrunk(phone.port)
  return {
    engine,
    phone,
    sipPort,
    addTrunk,
    async answerNext() {
      const { incomingId } = await nextEvent(events, 'incoming')
      const conference = await engine.openConference()
      const ofConference = conference.events[Symbol.asyncIterator]()
      await conference.addIncoming(incomingId, 'caller')
      await conference.answerIncoming('caller')
      let left: string | null = null
      void nextEvent(ofConference, 'leg-left', ({ legId }) => legId === 'caller').then(({ reason }) => {
        left = reason
      })
      return { conference, reason: () => left }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Calls the engine with an offer of this direction, without sending any packet. */
function callSilently({ agent }: TestPhone, sipPort: number, direction: Direction, rtpPort = 40_000): Call {
  const offer = createAudioOffer({
    address: '127.0.0.1',
    port: rtpPort,
    codecs: [{ payloadType: 0, name: 'PCMU', clockRate: 8_000, channels: 1, parameters: '' }],
    direction,
    crypto: null,
    packetMs: 20,
    sessionId: 4711,
    version: 1,
  })
  return agent.invite({
    target: `sip:+15550120@127.0.0.1:${sipPort}`,
    from: 'sip:+15550142@127.0.0.1',
    offer,
  })
}

/** Guarantee: no caller occupies voicemail, a queue or a menu without sending a packet. */
test.each(['inactive', 'recvonly', 'sendonly', 'sendrecv'] as const)(
  'ZR373: a caller who is alone and sends nothing leaves (%s)',
  async (direction) => {
    await using started = await start()
    callSilently(started.phone, started.sipPort, direction)
    const answered = await started.answerNext()

    await expect.poll(answered.reason, { timeout: 8_000 }).toBe('media-lost')
  },
)

test('ZR373: a caller who never answers our offer leaves', async () => {
  await using started = await start()
  await using peer = await startRawPeer()
  await started.addTrunk(peer.port)
  const request = (method: string, to: string) =>
    [
      `${method} sip:+15550120@127.0.0.1 SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bK${method}`,
      'From: <sip:+15550142@127.0.0.1>;tag=caller',
      `To: ${to}`,
      'Call-ID: without-offer',
      `CSeq: 1 ${method}`,
      'Max-Forwards: 70',
      `Contact: <sip:127.0.0.1:${peer.port}>`,
      'Content-Length: 0',
      '\r\n',
    ].join('\r\n')
  peer.send(request('INVITE', '<sip:+15550120@127.0.0.1>'), started.sipPort)
  const answering = started.answerNext()
  const ok = await peer.nextResponse(200)
  peer.send(request('ACK', required(ok.headers.get('To'), 'a To header')), started.sipPort)
  const answered = await answering

  await expect.poll(answered.reason, { timeout: 8_000 }).toBe('media-lost')
})

test('ZR373: a caller from whom only RTCP arrives stays, and leaves when it ends', async () => {
  await using started = await start()
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await new Promise((resolve) => socket.once('listening', resolve))
  const call = callSilently(started.phone, started.sipPort, 'recvonly', socket.address().port)
  const sdp = new Promise<string>((resolve) =>
    call.onEvent((event) => event.type === 'answered' && resolve(event.sdp)),
  )
  const answered = await started.answerNext()
  const port = required(parseSdp(await sdp)?.media[0], 'the audio').port + 1
  // A receiver report without blocks.
  const report = Buffer.from([0x80, 201, 0, 1, 0, 0, 0, 1])
  const timer = setInterval(() => socket.send(report, port, '127.0.0.1'), 300)

  await sleep(afterTimeoutMs)
  const before = answered.reason()
  clearInterval(timer)

  expect(before).toBeNull()
  await expect.poll(answered.reason, { timeout: 8_000 }).toBe('media-lost')
  socket.close()
})

test('ZR373: a caller who holds a participant, or whom one holds, stays without a packet', async () => {
  await using started = await start()
  callSilently(started.phone, started.sipPort, 'inactive')
  const talking = await started.answerNext()
  await talking.conference.dialOut({
    legId: 'other',
    to: '+15550143',
    trunkId: 'carrier',
    as: { number: '+15550120', name: 'Ada' },
  })
  await (await started.phone.nextCall()).answer()
  callSilently(started.phone, started.sipPort, 'inactive')
  const held = await started.answerNext()
  await held.conference.setOnHold('caller', 'held')

  await sleep(afterTimeoutMs)

  expect([talking.reason(), held.reason()]).toEqual([null, null])
})
