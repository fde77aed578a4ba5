import { readdir, readFile } from 'node:fs/promises'
import { type AudioSource, createSine, detectTone, readWav } from '@parley/rtp'
import { describe, expect, test } from 'vitest'
import type { ConferenceEvent } from './conference-event.ts'
import type { EngineEvent } from './engine-event.ts'
import type { CallEngine, Conference, LegId } from './port.ts'
import type { TrunkConfig } from './trunk.ts'

/** The other end of a call through the trunk under test: a telephone with a voice and ears. */
export interface FarEnd {
  ring(): Promise<void>
  refuse(status: number): void
  answer(): Promise<void>
  say(source: AudioSource | null): void
  press(digits: string): void
  readonly digits: readonly string[]
  /** Resolves once `hz`, and none of `others`, is heard. */
  hears(hz: number, others?: readonly number[]): Promise<void>
  hearsNothing(): Promise<void>
  hearsVoice(): Promise<void>
  offer(direction: 'sendrecv' | 'sendonly'): Promise<void>
  hangUp(): Promise<void>
  next(type: 'ended' | 'refused' | 'established' | 'answered' | 'ringing'): Promise<unknown>
}

export interface EngineUnderTest extends AsyncDisposable {
  readonly engine: CallEngine
  /** In use, and answered by the telephones of this test. */
  readonly trunk: TrunkConfig
  /** A trunk in use that nobody answers. */
  readonly deadTrunk: TrunkConfig
  /** The next call that the engine makes. */
  nextCall(): Promise<FarEnd>
  /** Calls the engine through the trunk. */
  callIn(number: string, from: string): Promise<FarEnd>
  /** An empty directory. */
  readonly directory: string
}

const ada = { number: '+15550120', name: 'Ada' }
const voicesHz = [500, 700, 1_100] as const

/** The promises of {@link CallEngine}, as tests. Every implementation runs them in its own test file. */
export function describeCallEngine(name: string, start: () => Promise<EngineUnderTest>): void {
  describe(`${name} keeps the promises of a call engine`, () => {
    describeClosing(start)
    describeHearing(start)
    describeOutcomes(start)
    describeIncoming(start)
    describeRecording(start)
  })
}

type Start = () => Promise<EngineUnderTest>

function describeClosing(start: Start): void {
  /** Guarantee: a conference always says that it has closed, and is silent after that. */
  test('closing a conference ends its events with `closed`', async () => {
    await using under = await start()
    const conference = await under.engine.openConference()
    const seen = collect(conference)

    await conference.close()
    await conference.close()

    expect((await seen).at(-1)?.type).toBe('closed')
    expect(under.engine.findConference(conference.id)).toBeNull()
  })

  /** Guarantee: every leg has said that it left before its conference says that it is closed. */
  test('closing the engine puts everyone out first', async () => {
    const under = await start()
    const conference = await under.engine.openConference()
    const seen = collect(conference)
    const { far } = await connect(under, conference)

    await under[Symbol.asyncDispose]()

    const types = (await seen).map(({ type }) => type)
    expect(types.slice(-2)).toEqual(['leg-left', 'closed'])
    await far.next('ended')
  })

  test('a closed engine opens nothing, and an id is open once', async () => {
    const under = await start()
    await under.engine.openConference({ id: 'one' })

    await expect(under.engine.openConference({ id: 'one' })).rejects.toMatchObject({
      code: 'conference-exists',
    })
    await under[Symbol.asyncDispose]()
    await expect(under.engine.openConference()).rejects.toMatchObject({ code: 'engine-closed' })
  })
}

function describeHearing(start: Start): void {
  /** Guarantee: each of three hears exactly the other two. */
  test('three parties hear the others and not themselves', async () => {
    await using under = await start()
    const conference = await under.engine.openConference()
    const parties = [
      await connect(under, conference),
      await connect(under, conference),
      await connect(under, conference),
    ]

    for (const [index, { far }] of parties.entries()) far.say(createSine(voicesHz[index]!, 8_000))

    for (const [index, { far }] of parties.entries()) {
      const own = voicesHz[index]!
      for (const other of voicesHz) if (other !== own) await far.hears(other, [own])
    }
  })

  test('who hears whom is what was set', async () => {
    await using under = await start()
    const conference = await under.engine.openConference()
    const [speaking, listening] = [await connect(under, conference), await connect(under, conference)]
    speaking.far.say(createSine(500, 8_000))
    await listening.far.hears(500)

    await conference.setHears(listening.legId, [])
    await listening.far.hearsNothing()
    await conference.setHears(listening.legId, 'everyone-else')

    await listening.far.hears(500)
  })

  test('a muted leg is not heard until it is unmuted', async () => {
    await using under = await start()
    const conference = await under.engine.openConference()
    const [speaking, listening] = [await connect(under, conference), await connect(under, conference)]
    speaking.far.say(createSine(500, 8_000))
    await listening.far.hears(500)

    await conference.setMuted(speaking.legId, 'muted')
    await listening.far.hearsNothing()
    await conference.setMuted(speaking.legId, 'unmuted')

    await listening.far.hears(500)
  })

  test('a held leg hears music and is not heard, and is taken back', async () => {
    await using under = await start()
    const conference = await under.engine.openConference()
    const [held, other] = [await connect(under, conference), await connect(under, conference)]
    held.far.say(createSine(500, 8_000))
    await other.far.hears(500)

    await conference.setOnHold(held.legId, 'held')
    await Promise.all([held.far.hearsVoice(), other.far.hearsNothing()])
    other.far.say(createSine(700, 8_000))
    await conference.setOnHold(held.legId, 'released')

    await Promise.all([other.far.hears(500), held.far.hears(700)])
  })

  test('keys travel both ways', async () => {
    await using under = await start()
    const conference = await under.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    const { legId, far } = await connect(under, conference)

    await conference.sendDigits(legId, '15')
    await conference.sendDigits(legId, '#')
    far.press('9')

    expect(await until(events, 'digit')).toMatchObject({ legId, digit: '9' })
    await expect.poll(() => far.digits.join(''), { timeout: 10_000 }).toBe('15#')
  })

  test('being put on hold by the other end is told', async () => {
    await using under = await start()
    const conference = await under.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    const { legId, far } = await connect(under, conference)

    await far.offer('sendonly')
    expect(await until(events, 'leg-held-by-peer')).toMatchObject({ legId, state: 'held' })
    await far.offer('sendrecv')

    expect(await until(events, 'leg-held-by-peer')).toMatchObject({ legId, state: 'released' })
  })
}

function describeOutcomes(start: Start): void {
  test('a call rings, is answered, and is hung up by the other end', async () => {
    await using under = await start()
    const conference = await under.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    const legId = await dial(under, conference)
    const far = await under.nextCall()

    await far.ring()
    await until(events, 'leg-ringing')
    await far.answer()
    await until(events, 'leg-joined')
    await far.hangUp()

    expect(await until(events, 'leg-left')).toMatchObject({ legId, reason: 'hung-up', sipAnswer: null })
  })

  test.each([
    [486, 'busy'],
    [603, 'refused'],
    [403, 'forbidden'],
    [404, 'number-unknown'],
    [484, 'number-incomplete'],
    [480, 'not-answered'],
  ] as const)('an answer of %i is told as %s', async (code, reason) => {
    await using under = await start()
    const conference = await under.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    await dial(under, conference)

    const far = await under.nextCall()
    far.refuse(code)

    expect(await until(events, 'leg-left')).toMatchObject({ reason, sipAnswer: { code } })
  })

  test('a call that nobody answers is given up', async () => {
    await using under = await start()
    const conference = await under.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    await dial(under, conference, { ringTimeoutMs: 1_000 })

    const far = await under.nextCall()
    await far.ring()

    expect(await until(events, 'leg-left')).toMatchObject({ reason: 'not-answered' })
    await far.next('ended')
  })

  test('hanging up while it rings cancels the call', async () => {
    await using under = await start()
    const conference = await under.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    const legId = await dial(under, conference)
    const far = await under.nextCall()
    await far.ring()

    await conference.hangUp(legId)
    await conference.hangUp(legId)

    expect(await until(events, 'leg-left')).toMatchObject({ legId, reason: 'removed' })
    await far.next('ended')
  })

  test('a trunk that is down is unreachable', async () => {
    await using under = await start()
    const conference = await under.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()

    await conference.dialOut({ to: '+15550143', through: under.deadTrunk.id, as: ada })

    expect(await until(events, 'leg-left')).toMatchObject({ reason: 'unreachable' })
  }, 40_000)

  test('what cannot be dialled is refused at once', async () => {
    await using under = await start()
    const conference = await under.engine.openConference()
    const through = under.trunk.id

    const nowhere = conference.dialOut({ to: '+15550143', through: 'nobody', as: ada })
    const injected = conference.dialOut({ to: '+1555@evil.example.com', through, as: ada })

    await expect(nowhere).rejects.toMatchObject({ code: 'no-such-trunk' })
    await expect(injected).rejects.toMatchObject({ code: 'number-not-dialable' })
  })
}

function describeIncoming(start: Start): void {
  test('an incoming call rings, is answered, and both sides hear each other', async () => {
    await using under = await start()
    const engineEvents = under.engine.events[Symbol.asyncIterator]()
    const conference = await under.engine.openConference()
    const inside = await connect(under, conference)

    const calling = await under.callIn('+15550120', '+15550142')
    const incoming = await until(engineEvents, 'incoming')
    await under.engine.ringIncoming(incoming.incomingId)
    await calling.next('ringing')
    await conference.answerIncoming(incoming.incomingId)
    await calling.next('answered')
    calling.say(createSine(500, 8_000))
    inside.far.say(createSine(700, 8_000))

    expect(incoming).toMatchObject({ trunkId: under.trunk.id, to: '+15550120', from: '+15550142' })
    await Promise.all([calling.hears(700, [500]), inside.far.hears(500, [700])])
  })

  test('a refused caller is told so', async () => {
    await using under = await start()
    const engineEvents = under.engine.events[Symbol.asyncIterator]()

    const calling = await under.callIn('+15550120', '+15550142')
    const { incomingId } = await until(engineEvents, 'incoming')
    await under.engine.refuseIncoming(incomingId, 'declined')

    expect(await calling.next('refused')).toMatchObject({ status: 603 })
    expect(await until(engineEvents, 'incoming-ended')).toMatchObject({ incomingId, reason: 'refused' })
  })

  test('a caller who gives up is told of, and can be answered no more', async () => {
    await using under = await start()
    const engineEvents = under.engine.events[Symbol.asyncIterator]()
    const conference = await under.engine.openConference()

    const calling = await under.callIn('+15550120', '+15550142')
    const { incomingId } = await until(engineEvents, 'incoming')
    await under.engine.ringIncoming(incomingId)
    await calling.next('ringing')
    await calling.hangUp()

    expect(await until(engineEvents, 'incoming-ended')).toMatchObject({
      incomingId,
      reason: 'caller-gave-up',
    })
    await expect(conference.answerIncoming(incomingId)).rejects.toMatchObject({ code: 'no-such-incoming' })
  })

  /** Guarantee: of two who answer one call at once, one gets it. */
  test('an incoming call is answered once', async () => {
    await using under = await start()
    const engineEvents = under.engine.events[Symbol.asyncIterator]()
    const conference = await under.engine.openConference()
    await under.callIn('+15550120', '+15550142')
    const { incomingId } = await until(engineEvents, 'incoming')

    const answers = await Promise.allSettled([
      conference.answerIncoming(incomingId),
      conference.answerIncoming(incomingId),
    ])

    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
}

function describeRecording(start: Start): void {
  /** Guarantee: nothing is written before recording is started, and each leg is written on its own. */
  test('a recording has one file a leg, with that leg alone', async () => {
    await using under = await start()
    const { directory } = under
    const conference = await under.engine.openConference()
    const [first, second] = [await connect(under, conference), await connect(under, conference)]
    first.far.say(createSine(500, 8_000))
    second.far.say(createSine(700, 8_000))
    await Promise.all([first.far.hears(700), second.far.hears(500)])
    expect(await readdir(directory)).toEqual([])

    const started = await conference.startRecording({ legs: 'everyone', directory })
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const finished = await conference.stopRecording()

    expect(started.map(({ file }) => file).toSorted()).toEqual(finished.map(({ file }) => file).toSorted())
    expect(await tonesIn(finished, first.legId)).toEqual([500])
    expect(await tonesIn(finished, second.legId)).toEqual([700])
    for (const { durationMs } of finished) expect(durationMs).toBeGreaterThan(1_000)
  })

  test('the file of a leg that leaves is whole when it has left', async () => {
    await using under = await start()
    const conference = await under.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    const { legId, far } = await connect(under, conference)
    far.say(createSine(500, 8_000))
    await conference.startRecording({ legs: [legId], directory: under.directory })
    await until(events, 'recording-started')
    await new Promise((resolve) => setTimeout(resolve, 1_000))

    await far.hangUp()

    const left = await until(events, 'leg-left')
    expect(left.recordings).toHaveLength(1)
    expect(await tonesIn(left.recordings, legId)).toEqual([500])
  })

  test('an announcement is heard, and its end is waited for', async () => {
    await using under = await start()
    const conference = await under.engine.openConference()
    const { far } = await connect(under, conference)

    const announcing = conference.playAnnouncement('everyone', {
      name: 'recording-starts',
      language: 'de-DE',
    })
    await far.hearsVoice()
    await announcing

    await far.hearsNothing()
  })
}

function dial(
  under: EngineUnderTest,
  conference: Conference,
  options: { readonly ringTimeoutMs?: number } = {},
): Promise<LegId> {
  return conference.dialOut({ to: '+15550143', through: under.trunk.id, as: ada, ...options })
}

/** A telephone that has been called, answered, and is in the conference. */
async function connect(under: EngineUnderTest, conference: Conference) {
  const events = conference.events[Symbol.asyncIterator]()
  const legId = await dial(under, conference)
  const far = await under.nextCall()
  await far.answer()
  await until(events, 'leg-joined')
  await events.return?.()
  return { legId, far }
}

async function collect(conference: Conference): Promise<readonly ConferenceEvent[]> {
  const seen: ConferenceEvent[] = []
  for await (const event of conference.events) seen.push(event)
  return seen
}

/** The next event of this type. */
async function until<E extends ConferenceEvent | EngineEvent, T extends E['type']>(
  events: AsyncIterator<E>,
  type: T,
): Promise<Extract<E, { type: T }>> {
  for (;;) {
    const { done, value } = await events.next()
    if (done) throw new Error(`The events ended before ${type}.`)
    if (value.type === type) return value as Extract<E, { type: T }>
  }
}

async function tonesIn(
  recordings: readonly { readonly legId: LegId; readonly file: string }[],
  legId: LegId,
): Promise<readonly number[]> {
  const recording = recordings.find((each) => each.legId === legId)
  const wav = recording ? readWav(await readFile(recording.file)) : null
  if (!wav || (wav.sampleRate !== 8_000 && wav.sampleRate !== 16_000)) return []
  return detectTone(wav.pcm.subarray(-wav.sampleRate / 2), [...voicesHz], wav.sampleRate)
}
