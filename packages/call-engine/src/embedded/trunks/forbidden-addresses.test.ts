import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { required } from '@parley/primitives'
import { startSimulatedPstn } from '@parley/simulated-pstn'
import { createUserAgent } from '@parley/sip'
import { expect, test } from 'vitest'
import type { EmbeddedEngine } from '../engine.ts'
import { startAnsweringTrunk } from '../testing/answering-trunk.ts'
import { describeAudio } from '../testing/describe-audio.ts'
import {
  account,
  ada,
  createTrunkTo,
  nextEvent,
  serviceNumber,
  startEngine,
} from '../testing/loopback-engine.ts'

const forbidden = '127.0.0.9'
const isAddressAllowed = (address: string) => address !== forbidden
const number = '+15550143'

/** Guarantee: a trunk cannot be used to reach forbidden IP addresses. */
test('nothing is sent to a trunk at a forbidden IP address', async () => {
  await using pstn = await startSimulatedPstn({ host: '127.0.0.1', port: 0, accounts: [account] })
  await using engine = await startEngine({ isAddressAllowed: (address) => !address.startsWith('127.') })
  const events = engine.events[Symbol.asyncIterator]()

  await engine.useTrunk(createTrunkTo(pstn))
  const test = await engine.testTrunk(createTrunkTo(pstn))
  const conference = await engine.openConference()
  const conferenceEvents = conference.events[Symbol.asyncIterator]()
  await conference.dialOut({ legId: 'telephone', to: serviceNumber('echo'), trunkId: 'carrier', as: ada })

  expect(await nextEvent(events, 'trunk-state', ({ state }) => state.status === 'unreachable')).toBeTruthy()
  expect(test.steps[0]?.outcome).toBe('address-not-allowed')
  expect(await nextEvent(conferenceEvents, 'leg-left')).toMatchObject({ reason: 'unreachable' })
})

test('a test of a trunk reports a forbidden IP address, also when the name resolves to it only the second time', async () => {
  await using pstn = await startSimulatedPstn({ host: '127.0.0.1', port: 0, accounts: [account] })
  let looks = 0
  await using engine = await startEngine({ isAddressAllowed: () => ++looks === 1 })

  const { steps } = await engine.testTrunk(createTrunkTo(pstn))

  expect(steps.map(({ key, outcome }) => [key, outcome])).toEqual([
    ['resolve', 'resolved'],
    ['reach', 'address-not-allowed'],
    ['register', 'earlier-step-failed'],
  ])
})

/** Guarantee: no response of a trunk makes the engine send to a forbidden IP address. */
test('requests of a call are not sent to a forbidden IP address in the Contact of the trunk', async () => {
  await using bystander = await startBystander()
  await using trunk = await startAnsweringTrunk('127.0.0.1', (port) => ({
    contact: `<sip:${number}@${forbidden}:${bystander.port}>`,
    sdp: describeAudio('127.0.0.1', port),
  }))
  await using engine = await startEngine({ isAddressAllowed })
  const { conference, conferenceEvents, legId } = await dial(engine, trunk.port)

  await nextEvent(conferenceEvents, 'leg-joined')
  await conference.hangUp(legId)

  expect(await nextEvent(conferenceEvents, 'leg-left')).toMatchObject({ reason: 'removed' })
  expect(bystander.received).toEqual([])
})

/** Guarantee: no audio is sent to a forbidden IP address. */
test('an SDP answer with a forbidden IP address ends the call', async () => {
  await using bystander = await startBystander()
  await using trunk = await startAnsweringTrunk('127.0.0.1', (port) => ({
    contact: `<sip:${number}@127.0.0.1:${port}>`,
    sdp: describeAudio(forbidden, bystander.port),
  }))
  await using engine = await startEngine({ isAddressAllowed })
  const { conferenceEvents } = await dial(engine, trunk.port)

  expect(await nextEvent(conferenceEvents, 'leg-left')).toMatchObject({ reason: 'media-incompatible' })
  await trunk.waitForRequest('BYE')
  expect(bystander.received).toEqual([])
})

/** Guarantee: no audio is sent to a forbidden IP address. */
test('an SDP offer with a forbidden IP address is rejected, before and during a call', async () => {
  await using bystander = await startBystander()
  await using engine = await startEngine({ isAddressAllowed })
  await using peer = await createUserAgent({
    listen: [{ protocol: 'udp', host: '127.0.0.1', port: 0 }],
    userAgentName: 'Trunk',
  })
  const { port } = required(peer.addresses[0], 'the address of the user agent')
  await engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port }), registration: 'none' })
  const events = engine.events[Symbol.asyncIterator]()
  const conference = await engine.openConference()
  const call = (offer: string) =>
    peer.invite({
      target: `sip:+15550120@127.0.0.1:${required(engine.sipAddresses[0], 'the SIP address of the engine').port}`,
      from: `sip:${number}@127.0.0.1:${port}`,
      offer,
    })

  const rejected = Promise.withResolvers<unknown>()
  call(describeAudio(forbidden, bystander.port)).onEvent(rejected.resolve)
  const good = call(describeAudio('127.0.0.1', 40_000))
  const established = Promise.withResolvers<void>()
  good.onEvent(({ type }) => type === 'answered' && established.resolve())
  const incoming = await nextEvent(events, 'incoming')
  await conference.addIncoming(incoming.incomingId, 'caller')
  await conference.answerIncoming('caller')
  await established.promise
  const moved = await good.offer(() => describeAudio(forbidden, bystander.port))
  const held = await good.offer(() => describeAudio('0.0.0.0', 40_000))

  expect(await rejected.promise).toMatchObject({ type: 'refused', status: 488 })
  expect(moved).toMatchObject({ ok: false, status: 488 })
  expect(held).toMatchObject({ ok: true })
  expect(bystander.received).toEqual([])
})

async function dial(engine: EmbeddedEngine, port: number) {
  await engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port }), registration: 'none' })
  const conference = await engine.openConference()
  const conferenceEvents = conference.events[Symbol.asyncIterator]()
  const legId = 'telephone'
  await conference.dialOut({ legId, to: number, trunkId: 'carrier', as: ada })
  return { conference, conferenceEvents, legId }
}

/** Starts a socket at the forbidden IP address; it must not receive anything. */
async function startBystander() {
  const socket = createSocket('udp4')
  const received: string[] = []
  socket.on('message', (bytes) => received.push(bytes.toString('latin1')))
  socket.bind(0, forbidden)
  await once(socket, 'listening')
  return {
    port: socket.address().port,
    received,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}
