import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Carrier, directory, personalNumberAt, startCarrier } from '@parley/carrier'
import { startTestPhone } from '@parley/carrier/testing'
import { createSine, createWavWriter, detectTone, readWav } from '@parley/rtp'
import { createUserAgent } from '@parley/sip'
import { expect, test } from 'vitest'
import type { ConferenceEvent } from '../conference-event.ts'
import type { EngineEvent } from '../engine-event.ts'
import type { JsonValue } from '../port.ts'
import type { TrunkConfig } from '../trunk.ts'
import { createEmbeddedEngine, type EmbeddedEngine } from './engine.ts'

const account = { username: 'parley', password: 'correct horse' }
const ada = { number: personalNumberAt(0)!, name: 'Ada' }
const numberOf = (service: string) => directory.find((entry) => entry.service === service)!.number

/** An engine that is registered with a carrier of its own. */
async function startHouse() {
  const carrier = await startCarrier({ host: '127.0.0.1', port: 0, accounts: [account], ringMs: 50 })
  const engine = await createEmbeddedEngine({
    sipHost: '127.0.0.1',
    sipPort: 0,
    mediaPort: 0,
    mediaProcesses: 1,
  })
  const events = engine.events[Symbol.asyncIterator]()
  const trunk = trunkTo(carrier)
  await engine.useTrunk(trunk)
  await nextOf(events, 'trunk-state', ({ state }) => state.status === 'registered')
  return {
    carrier,
    engine,
    trunk,
    events,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await carrier[Symbol.asyncDispose]()
    },
  }
}

function trunkTo({ host, port }: Pick<Carrier, 'host' | 'port'>): TrunkConfig {
  return {
    id: 'carrier',
    host,
    port,
    transport: 'udp',
    ...account,
    registration: 'register',
    outboundProxy: null,
    mediaEncryption: 'off',
    codecs: ['PCMU', 'PCMA'],
  }
}

test('two people call each other over the carrier, each in a conference of their own', async () => {
  await using house = await startHouse()
  const [from, to] = [await house.engine.openConference(), await house.engine.openConference()]

  const calling = from.events[Symbol.asyncIterator]()
  await from.dialOut({ to: personalNumberAt(7)!, through: 'carrier', as: ada })
  const incoming = await nextOf(house.events, 'incoming')
  await house.engine.ringIncoming(incoming.incomingId)
  await nextOf(calling, 'leg-ringing')
  await to.answerIncoming(incoming.incomingId)
  await nextOf(calling, 'leg-joined')

  expect(incoming).toMatchObject({
    trunkId: 'carrier',
    from: ada.number,
    to: personalNumberAt(7),
    displayName: 'Ada',
  })
  await to.close()
  expect(await nextOf(calling, 'leg-left')).toMatchObject({ reason: 'hung-up' })
})

test('the tone of the carrier is in the recording of its leg', async () => {
  await using house = await startHouse()
  await using folder = await temporaryDirectory()
  const conference = await house.engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()
  const legId = await conference.dialOut({ to: numberOf('tone'), through: 'carrier', as: ada })
  await nextOf(events, 'leg-joined')

  await conference.playAnnouncement('everyone', { name: 'recording-starts', language: 'fr-CA' })
  await conference.startRecording({ legs: [legId], directory: folder.path })
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  const [recording] = await conference.stopRecording()

  const wav = readWav(await readFile(recording!.file))!
  expect(detectTone(wav.pcm, [1_000, 440], 8_000)).toEqual([1_000])
})

test('early media is heard before the failure, and the failure is named', async () => {
  await using house = await startHouse()
  const conference = await house.engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()

  await conference.dialOut({ to: numberOf('early-failure'), through: 'carrier', as: ada })

  await nextOf(events, 'leg-early-media')
  expect(await nextOf(events, 'leg-left')).toMatchObject({
    reason: 'number-unknown',
    sipAnswer: { code: 404 },
  })
})

test('a line that loses packets is told as bad quality', async () => {
  await using house = await startHouse()
  const conference = await house.engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()

  await conference.dialOut({ to: numberOf('loss'), through: 'carrier', as: ada })

  const { quality } = await nextOf(events, 'quality', ({ quality: { verdict } }) => verdict !== 'good')
  expect(quality.side).toBe('line')
  expect(quality.lossPercent).toBeGreaterThan(5)
})

test('keys after the answer are dialled on', async () => {
  await using engine = await startEngine()
  await using phone = await startTestPhone()
  await engine.useTrunk({ ...trunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' })
  const conference = await engine.openConference()

  await conference.dialOut({ to: '+15550143', through: 'carrier', as: ada, postDialDigits: ',42#' })
  const far = await phone.nextCall()
  await far.answer()

  await expect.poll(() => far.digits.join(''), { timeout: 15_000 }).toBe('42#')
})

test('keys travel by SIP INFO where the other end knows no telephone events', async () => {
  await using engine = await startEngine()
  await using phone = await startTestPhone({ keys: 'info' })
  await engine.useTrunk({ ...trunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' })
  const conference = await engine.openConference()
  const told = conference.events[Symbol.asyncIterator]()

  const legId = await conference.dialOut({ to: '+15550143', through: 'carrier', as: ada })
  const far = await phone.nextCall()
  await far.answer()
  await conference.sendDigits(legId, '7*')
  far.press('3')

  expect(await nextOf(told, 'digit')).toMatchObject({ digit: '3' })
  await expect.poll(() => far.digits.join(''), { timeout: 10_000 }).toBe('7*')
})

test('a wrong password is told as such, by state, by test and by call', async () => {
  await using carrier = await startCarrier({ host: '127.0.0.1', port: 0, accounts: [account] })
  await using engine = await startEngine()
  const events = engine.events[Symbol.asyncIterator]()
  const trunk = { ...trunkTo(carrier), password: 'wrong' }
  await engine.useTrunk(trunk)
  const conference = await engine.openConference()
  const told = conference.events[Symbol.asyncIterator]()

  await conference.dialOut({ to: numberOf('echo'), through: 'carrier', as: ada })
  const test = await engine.testTrunk(trunk)

  expect(await nextOf(events, 'trunk-state', ({ state }) => state.status === 'refused')).toMatchObject({
    state: { sipAnswer: { code: 401 } },
  })
  expect(await nextOf(told, 'leg-left')).toMatchObject({ reason: 'trunk-refused-password' })
  expect(test.steps.map(({ key, outcome }) => [key, outcome])).toEqual([
    ['resolve', 'resolved'],
    ['reach', 'answered'],
    ['register', 'password-refused'],
  ])
})

test('the test of a trunk names the step that failed', async () => {
  await using carrier = await startCarrier({ host: '127.0.0.1', port: 0, accounts: [account] })
  await using engine = await startEngine()

  const good = await engine.testTrunk(trunkTo(carrier))
  const nobody = await engine.testTrunk({ ...trunkTo(carrier), transport: 'tcp', port: 9 })
  const nowhere = await engine.testTrunk({ ...trunkTo(carrier), host: 'trunk.invalid' })

  expect(good.passed).toBe(true)
  expect(outcomes(nobody)).toEqual(['resolved', 'connection-refused', 'earlier-step-failed'])
  expect(outcomes(nowhere)).toEqual(['name-unknown', 'earlier-step-failed', 'earlier-step-failed'])
})

/** Guarantee: a trunk cannot be used to reach addresses that the server forbids. */
test('an address that is not allowed is not asked', async () => {
  await using carrier = await startCarrier({ host: '127.0.0.1', port: 0, accounts: [account] })
  await using engine = await startEngine({ mayReach: (address) => !address.startsWith('127.') })
  const events = engine.events[Symbol.asyncIterator]()

  await engine.useTrunk(trunkTo(carrier))
  const test = await engine.testTrunk(trunkTo(carrier))
  const conference = await engine.openConference()
  const told = conference.events[Symbol.asyncIterator]()
  await conference.dialOut({ to: numberOf('echo'), through: 'carrier', as: ada })

  expect(await nextOf(events, 'trunk-state', ({ state }) => state.status === 'unreachable')).toBeTruthy()
  expect(outcomes(test)[0]).toBe('address-not-allowed')
  expect(await nextOf(told, 'leg-left')).toMatchObject({ reason: 'unreachable' })
})

/** Guarantee: of two trunks at one address, a call belongs to the one that brings its number. */
test('a call of a shared provider reaches the trunk whose number was called', async () => {
  await using engine = await startEngine()
  await using phone = await startTestPhone()
  const shared = { ...trunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' as const }
  await engine.useTrunk({ ...shared, id: 'ada', numbers: ['+15550120'] })
  await engine.useTrunk({ ...shared, id: 'grace', numbers: ['+15550121'] })
  const events = engine.events[Symbol.asyncIterator]()
  const sipPort = engine.sipAddresses[0]!.port

  await phone.call('+15550121', '+15550142', sipPort)
  expect(await nextOf(events, 'incoming')).toMatchObject({ trunkId: 'grace', to: '+15550121' })
  await phone.call('15550120', '+15550142', sipPort)

  expect(await nextOf(events, 'incoming')).toMatchObject({ trunkId: 'ada', to: '15550120' })
})

/** Guarantee: whoever is no trunk gets no answer at all. */
test('a stranger is not answered', async () => {
  await using engine = await startEngine()
  await using stranger = await createUserAgent({
    listen: [{ protocol: 'udp', host: '127.0.0.1', port: 0 }],
    userAgentName: 'Scanner',
  })

  const outcome = await stranger.options({
    target: `sip:100@127.0.0.1:${engine.sipAddresses[0]!.port}`,
    from: 'sip:100@127.0.0.1',
    timeoutMs: 1_500,
  })

  expect(outcome).toMatchObject({ ok: false, cause: 'timeout' })
})

/** Guarantee: a call that the trunk redirects or transfers is dialled only by leave of whoever pays. */
test.each(['refused', 'allowed'] as const)('a redirection that is %s', async (leave) => {
  await using engine = await startEngine()
  await using phone = await startTestPhone()
  const asked: string[] = []
  const mayRedirectTo = async (target: string) => asked.push(target) > 0 && leave === 'allowed'
  await engine.useTrunk({
    ...trunkTo({ host: '127.0.0.1', port: phone.port }),
    registration: 'none',
    mayRedirectTo,
  })
  const conference = await engine.openConference()
  const told = conference.events[Symbol.asyncIterator]()

  await conference.dialOut({ to: '+15550143', through: 'carrier', as: ada })
  const far = await phone.nextCall()
  far.redirect('sip:+15550177@127.0.0.1')

  if (leave === 'allowed') await (await phone.nextCall()).answer()
  const event = await nextOf(told, leave === 'allowed' ? 'leg-joined' : 'leg-left')
  expect(asked).toEqual(['+15550177'])
  expect(event.type === 'leg-left' ? event.sipAnswer?.code : null).toBe(leave === 'allowed' ? null : 302)
})

test('an answered telephone that sends no audio is noticed', async () => {
  await using engine = await startEngine({ lineSilentMs: 1_000 })
  await using phone = await startTestPhone()
  await engine.useTrunk({ ...trunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' })
  const conference = await engine.openConference()
  const told = conference.events[Symbol.asyncIterator]()

  await conference.dialOut({ to: '+15550143', through: 'carrier', as: ada })
  const far = await phone.nextCall()
  far.beSilentOnTheWire()
  await far.answer()

  expect(await nextOf(told, 'leg-one-way')).toMatchObject({ cause: 'nothing-arrives' })
  expect(await nextOf(told, 'leg-left')).toMatchObject({ reason: 'media-lost' })
})

test('the recording of a dead media process is kept, and goes on in another file', async () => {
  await using engine = await startEngine()
  await using phone = await startTestPhone()
  await using folder = await temporaryDirectory()
  await engine.useTrunk({ ...trunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' })
  const conference = await engine.openConference()
  const told = conference.events[Symbol.asyncIterator]()
  const legId = await conference.dialOut({ to: '+15550143', through: 'carrier', as: ada })
  const far = await phone.nextCall()
  await far.answer()
  far.say(createSine(500, 8_000))
  await nextOf(told, 'leg-joined')
  await conference.startRecording({ legs: [legId], directory: folder.path })
  await new Promise((resolve) => setTimeout(resolve, 2_500))

  process.kill(engine.mediaPids[0]!, 'SIGKILL')
  const kept = await nextOf(told, 'recording-finished')
  await nextOf(told, 'recording-started', ({ file }) => file !== kept.recording.file)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await conference.hangUp(legId)

  const { recordings } = await nextOf(told, 'leg-left')
  expect(recordings).toHaveLength(2)
  for (const { file } of recordings) {
    const wav = readWav(await readFile(file))!
    expect(detectTone(wav.pcm.subarray(-4_000), [500, 1_000], 8_000)).toEqual([500])
  }
})

test('a recording that its process left unfinished is mended at the next start', async () => {
  await using engine = await startEngine()
  await using folder = await temporaryDirectory()
  const whole = join(folder.path, 'whole.wav')
  for (const name of ['whole.wav', 'broken.wav']) {
    const writer = await createWavWriter(join(folder.path, name), 8_000)
    await writer.append(new Int16Array(8_000))
    await writer.finish()
  }
  await truncate(join(folder.path, 'broken.wav'), 44 + 8_001)

  const recovered = await engine.recoverRecordings(folder.path)

  expect(recovered).toEqual([
    { file: join(folder.path, 'broken.wav'), durationMs: 500, sizeBytes: 44 + 8_000 },
  ])
  expect(readWav(await readFile(whole))?.pcm).toHaveLength(8_000)
})

test('with a public name the carrier on this machine is still heard, and a name that leads nowhere is said so', async () => {
  await using carrier = await startCarrier({ host: '127.0.0.1', port: 0, accounts: [account], ringMs: 50 })
  await using engine = await startEngine({ sipHost: '0.0.0.0', publicHost: 'localhost' })
  await engine.useTrunk(trunkTo(carrier))
  const conference = await engine.openConference()
  const told = conference.events[Symbol.asyncIterator]()

  await conference.dialOut({ to: numberOf('tone'), through: 'carrier', as: ada })
  const tone = await nextOf(told, 'levels', ({ levels }) =>
    Object.values(levels).some((level) => level > 0.3),
  )

  expect(tone).toBeTruthy()
  await expect(startEngine({ publicHost: 'parley.invalid' })).rejects.toThrow('parley.invalid leads nowhere')
})

test('a conference that everyone has left closes by itself', async () => {
  await using engine = await startEngine({ keepDetachedMs: 300 })
  const conference = await engine.openConference()

  await nextOf(conference.events[Symbol.asyncIterator](), 'closed')

  expect(engine.findConference(conference.id)).toBeNull()
})

test('a browser that never comes has left', async () => {
  await using engine = await startEngine({ keepDetachedMs: 300 })
  const conference = await engine.openConference()
  const told = conference.events[Symbol.asyncIterator]()
  const { legId } = await conference.admitBrowser('ada')

  expect(await nextOf(told, 'leg-left')).toMatchObject({
    legId,
    reason: 'media-lost',
  })
  await nextOf(told, 'closed')
})

test('what a browser side answers is not believed', async () => {
  await using engine = await startEngine()
  const conference = await engine.openConference()
  const { legId } = await conference.admitBrowser('ada')

  const nonsense: JsonValue[] = [
    null,
    'v=0',
    { sdp: 'v=0' },
    { connectionId: '../x', sdp: 'v=0' },
    { connectionId: 'x', sdp: 'v=0' },
  ]
  for (const reply of nonsense) {
    await expect(conference.acceptReply(legId, reply)).rejects.toMatchObject({ code: 'reply-not-understood' })
  }
})

test('closing a conference in the middle of anything leaves nothing behind', async () => {
  await using house = await startHouse()
  const dial = { to: numberOf('echo'), through: 'carrier', as: ada }

  for (let round = 0; round < 10; round++) {
    const conference = await house.engine.openConference()
    const under = [conference.dialOut(dial), conference.admitBrowser('ada'), conference.dialOut(dial)]
    await new Promise((resolve) => setTimeout(resolve, round))
    await conference.close()
    await Promise.allSettled(under)
  }

  expect(await house.engine.inspect()).toMatchObject({ conferences: 0, legs: 0, connections: 0 })
})

test('fifty calls leave nothing behind', async () => {
  await using house = await startHouse()
  const call = async () => {
    const conference = await house.engine.openConference()
    const told = conference.events[Symbol.asyncIterator]()
    await conference.dialOut({ to: numberOf('echo'), through: 'carrier', as: ada })
    await nextOf(told, 'leg-joined')
    await conference.close()
  }
  await call()
  const before = await house.engine.inspect()

  for (let index = 0; index < 50; index++) await call()

  const after = await house.engine.inspect()
  expect(after).toEqual({ ...before, residentBytes: expect.any(Number) })
  expect(after).toMatchObject({ conferences: 0, legs: 0, sockets: before.sockets })
}, 120_000)

function outcomes({ steps }: Awaited<ReturnType<EmbeddedEngine['testTrunk']>>): string[] {
  return steps.map(({ outcome }) => outcome)
}

function startEngine(
  options: Partial<Parameters<typeof createEmbeddedEngine>[0]> = {},
): Promise<EmbeddedEngine> {
  return createEmbeddedEngine({
    sipHost: '127.0.0.1',
    sipPort: 0,
    mediaPort: 0,
    mediaProcesses: 1,
    ...options,
  })
}

async function temporaryDirectory() {
  const path = await mkdtemp(join(tmpdir(), 'parley-engine-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

type Told = ConferenceEvent | EngineEvent

/** The next event of this type that is as wanted. */
async function nextOf<E extends Told, T extends E['type']>(
  events: AsyncIterator<E>,
  type: T,
  isWanted: (event: Extract<E, { type: T }>) => boolean = () => true,
): Promise<Extract<E, { type: T }>> {
  for (;;) {
    const { done, value } = await events.next()
    if (done) throw new Error(`The events ended before ${type}.`)
    if (value.type === type && isWanted(value as Extract<E, { type: T }>))
      return value as Extract<E, { type: T }>
  }
}
