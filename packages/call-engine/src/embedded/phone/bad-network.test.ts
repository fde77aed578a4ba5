import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { required, sleep } from '@parley/primitives'
import { createSine, goertzelPower, openRtpAudio, startFrameClock } from '@parley/rtp'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { createAudioAnswer, createUserAgent, parseSdp } from '@parley/sip'
import { expect, test } from 'vitest'
import { ada, createTrunkTo, startEngine } from '../testing/loopback-engine.ts'

const host = '127.0.0.1'
const toneHz = 500
const signalHz = 900
const listenMs = 8_000
const windowMs = 100
/** Required share of 100 ms windows that contain the tone at the far end. */
const intelligibleShare = 0.9

/** Guarantee: audio remains intelligible on a bad network, and its extra delay disappears afterwards. */
test('a tone is intelligible with 5 % loss and 50 ms jitter, and the delay shrinks when the network recovers', async () => {
  await using engine = await startEngine()
  await using good = await startTestPhone()
  await using bad = await startPhoneBehindBadNetwork()
  for (const [id, port] of [['good', good.port] as const, ['bad', bad.port] as const])
    await engine.useTrunk({ ...createTrunkTo({ host, port }), id, registration: 'none' })
  const conference = await engine.openConference()
  await conference.dialOut({ legId: 'telephone', to: '+15550143', trunkId: 'bad', as: ada })
  await conference.dialOut({ legId: 'other', to: '+15550144', trunkId: 'good', as: ada })
  const far = await good.nextCall()
  await far.answer()
  const delayMs = async () => {
    bad.say(null)
    await far.receivesSilence()
    bad.say(signalHz)
    const startedAt = Date.now()
    while (goertzelPower(far.receivedAudio(40), signalHz, 8_000) <= 0.8) {
      if (Date.now() - startedAt > 10_000) throw new Error('The signal was not received.')
      await sleep(5)
    }
    return Date.now() - startedAt
  }
  const normalDelayMs = Math.max(await delayMs(), await delayMs(), await delayMs())

  bad.network.setQuality({ lossRatio: 0.05, jitterMs: 50 })
  bad.say(toneHz)
  await sleep(listenMs + 1_000)
  const received = far.receivedAudio(listenMs)
  bad.network.setQuality({ lossRatio: 0, jitterMs: 0 })

  const windowSamples = windowMs * 8
  const windows = Array.from({ length: received.length / windowSamples }, (_, index) =>
    received.subarray(index * windowSamples, (index + 1) * windowSamples),
  )
  const clear = windows.filter((window) => goertzelPower(window, toneHz, 8_000) > 0.8)
  expect(bad.network.dropped).toBeGreaterThan(listenMs / 20 / 40)
  expect(windows).toHaveLength(listenMs / windowMs)
  expect(clear.length / windows.length).toBeGreaterThanOrEqual(intelligibleShare)
  await expect.poll(delayMs, { timeout: 20_000 }).toBeLessThanOrEqual(normalDelayMs + 20)
}, 60_000)

/** Starts a telephone that answers immediately and sends tones over a network with loss and delay. */
async function startPhoneBehindBadNetwork() {
  const audio = await openRtpAudio({ address: host })
  const network = await startNetwork(audio.port)
  const agent = await createUserAgent({
    listen: [{ protocol: 'udp', host, port: 0 }],
    userAgentName: 'Far telephone',
  })
  const pcmu = { payloadType: 0, name: 'PCMU', clockRate: 8_000, channels: 1, parameters: '' }
  let source: ReturnType<typeof createSine> | null = null
  const clock = startFrameClock(() => {
    if (audio.codec === null) return
    audio.readFrame(8_000)
    audio.writeFrame(source?.read(160) ?? new Int16Array(160), 8_000)
  })
  agent.onInvite = async (call) => {
    const local = { address: host, port: network.outerPort, codecs: [pcmu], direction: 'sendrecv' } as const
    const description = { ...local, crypto: null, packetMs: 20, sessionId: 4711, version: 1 }
    const offer = call.offered === null ? null : parseSdp(call.offered)
    const answered = required(offer && createAudioAnswer(offer, description), 'the answer')
    network.setEnginePort(answered.agreed.remote.port)
    await audio.connect({
      remote: { address: host, port: network.innerPort },
      rtcpMux: false,
      srtp: null,
      formats: [{ codec: 'PCMU', payloadType: 0 }],
      telephoneEvents: [],
    })
    await call.answer(answered.sdp)
  }
  return {
    port: required(agent.addresses[0], 'the address of the user agent').port,
    network,
    say(hz: number | null) {
      source = hz === null ? null : createSine(hz, 8_000)
    },
    async [Symbol.asyncDispose]() {
      clock.stop()
      await agent.close()
      await audio.close()
      await network.close()
    },
  }
}

/**
 * Relays RTP between a telephone and an engine, with reproducible loss and delay of the telephone's packets.
 */
async function startNetwork(phonePort: number) {
  const [inner, outer] = [await openSocket(), await openSocket()]
  const random = startRandom(20_261_121)
  let enginePort: number | null = null
  let quality = { lossRatio: 0, jitterMs: 0 }
  let dropped = 0
  inner.on('message', (packet) => {
    if (enginePort === null) return
    const port = enginePort
    if (random() < quality.lossRatio) dropped++
    else setTimeout(() => !isClosed && outer.send(packet, port, host), random() * quality.jitterMs)
  })
  outer.on('message', (packet) => inner.send(packet, phonePort, host))
  let isClosed = false
  return {
    innerPort: inner.address().port,
    outerPort: outer.address().port,
    get dropped() {
      return dropped
    },
    setEnginePort(port: number) {
      enginePort = port
    },
    setQuality(next: typeof quality) {
      quality = next
    },
    async close() {
      isClosed = true
      await Promise.all(
        [inner, outer].map((socket) => new Promise<void>((done) => socket.close(() => done()))),
      )
    },
  }
}

async function openSocket(): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.bind(0, host)
  await once(socket, 'listening')
  return socket
}

/** Returns a reproducible random number generator from 0 to 1 (Lehmer's generator). */
function startRandom(seed: number): () => number {
  let state = seed % 2_147_483_647
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
