import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { required } from '@parley/primitives'
import { startSimulatedPstn } from '@parley/simulated-pstn'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { createUserAgent, parseNameAddress, parseSipUri } from '@parley/sip'
import { expect, test } from 'vitest'
import type { EmbeddedEngine } from '../engine.ts'
import {
  account,
  ada,
  createTrunkTo,
  nextEvent,
  serviceNumber,
  startEngine,
} from '../testing/loopback-engine.ts'

test('a wrong password is reported by the state of the trunk, its test and its calls', async () => {
  await using pstn = await startSimulatedPstn({ host: '127.0.0.1', port: 0, accounts: [account] })
  await using engine = await startEngine()
  const events = engine.events[Symbol.asyncIterator]()
  const trunk = { ...createTrunkTo(pstn), password: 'wrong' }
  await engine.useTrunk(trunk)
  const conference = await engine.openConference()
  const conferenceEvents = conference.events[Symbol.asyncIterator]()

  await conference.dialOut({ legId: 'telephone', to: serviceNumber('echo'), trunkId: 'carrier', as: ada })
  const test = await engine.testTrunk(trunk)

  expect(await nextEvent(events, 'trunk-state', ({ state }) => state.status === 'refused')).toMatchObject({
    state: { sipAnswer: { code: 401 } },
  })
  expect(await nextEvent(conferenceEvents, 'leg-left')).toMatchObject({ reason: 'trunk-refused-password' })
  expect(test.steps.map(({ key, outcome }) => [key, outcome])).toEqual([
    ['resolve', 'resolved'],
    ['reach', 'answered'],
    ['register', 'password-refused'],
  ])
})

test('the test of a trunk reports the failed step', async () => {
  await using pstn = await startSimulatedPstn({ host: '127.0.0.1', port: 0, accounts: [account] })
  await using engine = await startEngine()

  const good = await engine.testTrunk(createTrunkTo(pstn))
  const closedPort = await engine.testTrunk({ ...createTrunkTo(pstn), transport: 'tcp', port: 9 })
  const unknown = await engine.testTrunk({ ...createTrunkTo(pstn), host: 'trunk.invalid' })

  expect(good.passed).toBe(true)
  expect(outcomes(closedPort)).toEqual(['resolved', 'connection-refused', 'earlier-step-failed'])
  expect(outcomes(unknown)).toEqual(['name-unknown', 'earlier-step-failed', 'earlier-step-failed'])
})

/** Guarantee: after concurrent changes of a trunk, only the registration of the last one is left; or none. */
test('concurrent changes of one trunk are applied one after the other', async () => {
  await using registrar = await startRegistrar()
  await using engine = await startEngine()
  const users = Array.from({ length: 20 }, (_, index) => `ada${index}`)
  const trunk = createTrunkTo({ host: '127.0.0.1', port: registrar.port })

  await Promise.all(users.map((username) => engine.useTrunk({ ...trunk, username })))
  await expect.poll(() => [...registrar.bound.values()], { timeout: 10_000 }).toEqual(['ada19'])
  await Promise.all([
    ...users.map((username) => engine.useTrunk({ ...trunk, username })),
    engine.removeTrunk(trunk.id),
  ])

  expect(await engine.trunkState(trunk.id)).toBeNull()
  await expect.poll(() => [...registrar.bound.values()], { timeout: 10_000 }).toEqual([])
})

/** Guarantee: of two trunks at one address, an incoming call belongs to the one with its number. */
test('an incoming call of a shared provider belongs to the trunk with the called number', async () => {
  await using engine = await startEngine()
  await using phone = await startTestPhone()
  const shared = { ...createTrunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' as const }
  await engine.useTrunk({ ...shared, id: 'ada', numbers: ['+15550120'] })
  await engine.useTrunk({ ...shared, id: 'grace', numbers: ['+15550121'] })
  const events = engine.events[Symbol.asyncIterator]()
  const sipPort = required(engine.sipAddresses[0], 'the SIP address of the engine').port

  await phone.call('+15550121', '+15550142', sipPort)
  expect(await nextEvent(events, 'incoming')).toMatchObject({ trunkId: 'grace', to: '+15550121' })
  await phone.call('15550120', '+15550142', sipPort)

  expect(await nextEvent(events, 'incoming')).toMatchObject({ trunkId: 'ada', to: '15550120' })
})

/** Guarantee: a peer that is not a trunk gets no response to any request, and the trunk stays reachable. */
test('AV4: a request from an address that belongs to no trunk gets no response, with or without a To tag', async () => {
  await using engine = await startEngine()
  await using phone = await startTestPhone()
  await engine.useTrunk({
    ...createTrunkTo({ host: '127.0.0.1', port: phone.port }),
    registration: 'none',
  })
  const { port } = required(engine.sipAddresses[0], 'the SIP address of the engine')
  const answers: string[] = []
  const unknownPeer = createSocket('udp4').on('message', (bytes) => answers.push(String(bytes)))
  unknownPeer.bind(0, '127.0.0.77')
  await once(unknownPeer, 'listening')

  for (const method of ['OPTIONS', 'INVITE', 'BYE', 'INFO', 'UPDATE', 'REGISTER', 'CANCEL', 'FOO'])
    for (const tag of ['', ';tag=1']) unknownPeer.send(requestWith(method, tag), port, '127.0.0.1')
  for (let flood = 0; flood < 3_000; flood++)
    unknownPeer.send(requestWith('OPTIONS', `;tag=${flood}`), port, '127.0.0.1')
  const events = engine.events[Symbol.asyncIterator]()
  await phone.call('+15550121', '+15550142', port)

  expect(await nextEvent(events, 'incoming')).toMatchObject({ to: '+15550121' })
  expect(answers.length).toBe(0)
  unknownPeer.close()
})

function requestWith(method: string, toTag: string): string {
  const id = `${method}${toTag.replace(/\W/g, '')}`
  return [
    `${method} sip:100@127.0.0.1 SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.77;rport;branch=z9hG4bK${id}`,
    'Max-Forwards: 70',
    'From: <sip:100@127.0.0.1>;tag=2',
    `To: <sip:100@127.0.0.1>${toTag}`,
    `Call-ID: ${id}`,
    `CSeq: 1 ${method}`,
    'Contact: <sip:100@127.0.0.77>',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n')
}

test('with a public host name, audio of a loopback trunk is received, and an unknown host name rejects', async () => {
  await using pstn = await startSimulatedPstn({
    host: '127.0.0.1',
    port: 0,
    accounts: [account],
    ringMs: 50,
  })
  await using engine = await startEngine({ sipHost: '0.0.0.0', publicHost: 'localhost' })
  await engine.useTrunk(createTrunkTo(pstn))
  const conference = await engine.openConference()
  const conferenceEvents = conference.events[Symbol.asyncIterator]()

  await conference.dialOut({ legId: 'telephone', to: serviceNumber('tone'), trunkId: 'carrier', as: ada })
  const tone = await nextEvent(conferenceEvents, 'levels', ({ levels }) =>
    Object.values(levels).some((level) => level > 0.3),
  )

  expect(tone).toBeTruthy()
  await expect(startEngine({ publicHost: 'parley.invalid' })).rejects.toThrow(
    'parley.invalid does not resolve',
  )
})

/** Starts a registrar that accepts everyone and records its bindings by Call-ID. */
async function startRegistrar() {
  const bound = new Map<string, string>()
  const agent = await createUserAgent({
    listen: [{ protocol: 'udp', host: '127.0.0.1', port: 0 }],
    userAgentName: 'Registrar',
  })
  agent.onRequest = ({ request: { headers }, respond }) => {
    const expires = headers.require('Expires')
    const callId = headers.require('Call-ID')
    if (expires === '0') bound.delete(callId)
    else {
      const from = parseNameAddress(headers.require('From'))
      bound.set(callId, required(from && parseSipUri(from.uri)?.user, 'the user of From'))
    }
    respond(200, 'OK', [['Expires', expires]])
  }
  return {
    bound,
    port: required(agent.addresses[0], 'the address of the user agent').port,
    [Symbol.asyncDispose]: () => agent.close(),
  }
}

function outcomes({ steps }: Awaited<ReturnType<EmbeddedEngine['testTrunk']>>): string[] {
  return steps.map(({ outcome }) => outcome)
}
