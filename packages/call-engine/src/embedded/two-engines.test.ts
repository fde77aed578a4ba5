import { required } from '@parley/primitives'
import { resolveHost } from '@parley/primitives/node'
import { createSine } from '@parley/rtp'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { makeCertificate } from '../../../sip/src/testing/certificate.ts'
import { nextEvent } from '../conformance/steps.ts'
import type { Conference } from '../port.ts'
import type { TrunkCodec, TrunkConfig } from '../trunk.ts'
import { createEmbeddedEngine, type EmbeddedEngine } from './engine.ts'
import { createAudioNegotiator } from './phone/audio-negotiator.ts'

const adaHz = 500
const graceHz = 900

interface TransportVariant {
  readonly transport: TrunkConfig['transport']
  readonly mediaEncryption: TrunkConfig['mediaEncryption']
  readonly codec: TrunkCodec
}

/** Guarantee: a held party is notified, also between two installations. */
test.each<TransportVariant>([
  { transport: 'udp', mediaEncryption: 'off', codec: 'PCMA' },
  { transport: 'tcp', mediaEncryption: 'off', codec: 'G722' },
  { transport: 'tls', mediaEncryption: 'sdes', codec: 'PCMU' },
  { transport: 'tls', mediaEncryption: 'sdes', codec: 'opus' },
])(
  'two installations call each other and put each other on hold over $transport with $codec and media encryption $mediaEncryption',
  async (variant) => {
    const certificate = await makeCertificate()
    await using ada = await startSide(certificate)
    await using grace = await startSide(certificate)
    await ada.engine.useTrunk(trunkTo(grace.engine, variant))
    await grace.engine.useTrunk(trunkTo(ada.engine, variant))

    const events = grace.engine.events[Symbol.asyncIterator]()
    const legId = 'telephone'
    await ada.conference.dialOut({
      legId,
      to: '+15550121',
      trunkId: 'other',
      as: { number: '+15550120', name: null },
    })
    for (;;) {
      const { value } = await events.next()
      if (value?.type !== 'incoming') continue
      await grace.conference.addIncoming(value.incomingId, 'caller')
      await grace.conference.answerIncoming('caller')
      break
    }
    ada.far.play(createSine(adaHz, 8_000))
    grace.far.play(createSine(graceHz, 8_000))

    await Promise.all([ada.far.receivesTone(graceHz, [adaHz]), grace.far.receivesTone(adaHz, [graceHz])])

    const graceEvents = grace.conference.events[Symbol.asyncIterator]()
    for (const state of ['held', 'released'] as const) {
      await ada.conference.setOnHold(legId, state)
      expect(await nextEvent(graceEvents, 'leg-held-by-peer')).toMatchObject({ state })
    }
    await Promise.all([ada.far.receivesTone(graceHz, [adaHz]), grace.far.receivesTone(adaHz, [graceHz])])
  },
  40_000,
)

/** Guarantee: audio is encrypted over TLS whenever the peer offers it. */
test('SR6: a TLS trunk encrypts the audio of a call that offers it, and accepts a call that does not', async () => {
  const negotiator = (mediaEncryption: 'off' | 'sdes') =>
    createAudioNegotiator(
      { transport: 'tls', mediaEncryption, codecs: ['PCMU'] },
      { own: '127.0.0.1', isAllowed: () => true, ofTrunk: () => [], resolveHost },
    )
  const answerer = negotiator('off')

  const encrypted = await answerer.answer(negotiator('sdes').offer())
  const downgraded = await answerer.answer(negotiator('off').offer())
  const unencrypted = await negotiator('off').answer(negotiator('off').offer())

  expect(encrypted?.agreement.rtp.srtp).toBeTruthy()
  expect(answerer.offer()).toContain('RTP/SAVP')
  expect(downgraded).toBeNull()
  expect(unencrypted?.agreement.rtp.srtp).toBeNull()
})

/** Guarantee (ZR476): no key is used by two media processes, of which neither knows what the other has sent. */
test('ZR476: a leg that is moved to another media process offers a new key, and keeps it otherwise', () => {
  const negotiator = createAudioNegotiator(
    { transport: 'tls', mediaEncryption: 'sdes', codecs: ['PCMU'] },
    { own: '127.0.0.1', isAllowed: () => true, ofTrunk: () => [], resolveHost },
  )
  const offerKey = () => /a=crypto:.*inline:(\S+)/.exec(negotiator.offer())?.[1]

  const setPort = (port: number) =>
    negotiator.setLocalEndpoint({ address: '127.0.0.1', port, rtcpPort: port + 1 }, '127.0.0.1')
  setPort(4_000)
  const [first, again] = [offerKey(), offerKey()]
  setPort(4_002)
  const moved = offerKey()

  expect(first).toMatch(/\S{40}/)
  expect(again).toBe(first)
  expect(moved).toMatch(/\S{40}/)
  expect(moved).not.toBe(first)
})

/** Guarantee: a trunk with media encryption is never used without it. */
test('a trunk with media encryption rejects an unencrypted call', async () => {
  const certificate = await makeCertificate()
  await using ada = await startSide(certificate)
  await using grace = await startSide(certificate)
  await ada.engine.useTrunk(
    trunkTo(grace.engine, { transport: 'tls', mediaEncryption: 'off', codec: 'PCMU' }),
  )
  await grace.engine.useTrunk(
    trunkTo(ada.engine, { transport: 'tls', mediaEncryption: 'sdes', codec: 'PCMU' }),
  )

  const events = ada.conference.events[Symbol.asyncIterator]()
  await ada.conference.dialOut({
    legId: 'telephone',
    to: '+15550121',
    trunkId: 'other',
    as: { number: '+15550120', name: null },
  })

  for (;;) {
    const { value } = await events.next()
    if (value?.type !== 'leg-left') continue
    expect(value).toMatchObject({ sipAnswer: { code: 488 } })
    break
  }
})

test('an untrusted certificate is rejected, and the trunk test reports it', async () => {
  await using ada = await startSide(await makeCertificate())
  await using grace = await startSide(await makeCertificate())

  const found = await ada.engine.testTrunk(
    trunkTo(grace.engine, { transport: 'tls', mediaEncryption: 'off', codec: 'PCMU' }),
  )

  expect(found.steps[1]).toMatchObject({ key: 'reach', result: 'failed', outcome: 'certificate-refused' })
})

/** Starts an engine and a conference with one telephone leg. */
async function startSide(certificate: { key: string; cert: string }) {
  const engine = await createEmbeddedEngine({
    sipHost: '127.0.0.1',
    sipPort: 0,
    mediaPort: 0,
    mediaProcesses: 1,
    tls: { certificate: certificate.cert, privateKey: certificate.key },
    trustedAuthorities: [certificate.cert],
  })
  const phone = await startTestPhone()
  await engine.useTrunk({ ...base, id: 'own', port: phone.port, transport: 'udp', codecs: ['PCMU'] })
  const conference: Conference = await engine.openConference({ audio: 'wideband' })
  await conference.dialOut({
    legId: 'own',
    to: '+15550122',
    trunkId: 'own',
    as: { number: '+15550120', name: null },
  })
  const far = await phone.nextCall()
  await far.answer()
  return {
    engine,
    conference,
    far,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await phone[Symbol.asyncDispose]()
    },
  }
}

const base = {
  host: '127.0.0.1',
  username: null,
  password: null,
  registration: 'none',
  outboundProxy: null,
  mediaEncryption: 'off',
} as const

function trunkTo(
  { sipAddresses }: EmbeddedEngine,
  { transport, mediaEncryption, codec }: TransportVariant,
): TrunkConfig {
  const { port } = required(
    sipAddresses.find(({ protocol }) => protocol === transport),
    'the SIP address',
  )
  return { ...base, id: 'other', port, transport, mediaEncryption, codecs: [codec] }
}
