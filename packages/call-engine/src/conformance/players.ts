import { join } from 'node:path'
import { createSine, createWavWriter } from '@parley/rtp'
import { expect, test } from 'vitest'
import type { EngineUnderTest, StartEngine } from './engine-under-test.ts'
import { connect, detectTonesIn, nextEvent } from './steps.ts'

const announcement = {
  kind: 'announcement',
  announcement: { name: 'recording-starts', language: 'de-DE' },
} as const

export function describePlayers(start: StartEngine): void {
  describeListeners(start)
  describeRecordedPlayers(start)
  describeEnds(start)
}

/** Writes a tone to a WAV file and returns it as the source of a player. */
async function writeTone({ directory }: EngineUnderTest, hz: number, seconds: number) {
  const file = join(directory, `${hz}.wav`)
  const writer = await createWavWriter(file, 8_000)
  const tone = createSine(hz, 8_000).read(8_000 * seconds)
  if (tone) await writer.append(tone)
  await writer.finish()
  return { kind: 'file', file } as const
}

function describeListeners(start: StartEngine): void {
  test('an announcement is audible and leaves at its end', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    const { far } = await connect(fixture, conference)

    await conference.addPlayer({ legId: 'announcement', source: announcement, to: 'everyone' })
    await far.receivesSpeech()

    expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId: 'announcement', reason: 'played' })
    await far.receivesSilence()
  })

  test('ZR103: only the legs that a player plays to receive it, mixed over their audio', async () => {
    await using fixture = await start()
    const source = await writeTone(fixture, 1_100, 1)
    const conference = await fixture.engine.openConference()
    const [one, other] = [await connect(fixture, conference), await connect(fixture, conference)]
    one.far.play(createSine(500, 8_000))
    other.far.play(createSine(700, 8_000))

    await conference.addPlayer({ legId: 'player', source, to: [one.legId], repeat: 'loop' })

    await one.far.receivesTone(1_100)
    await one.far.receivesTone(700, [500])
    await other.far.receivesTone(500, [700, 1_100])
  })

  test('ZR103: a held leg receives the player that plays to it, and no other', async () => {
    await using fixture = await start()
    const source = await writeTone(fixture, 1_100, 1)
    const conference = await fixture.engine.openConference()
    const [held, other] = [await connect(fixture, conference), await connect(fixture, conference)]
    other.far.play(createSine(700, 8_000))
    await conference.setOnHold(held.legId, 'held')

    await conference.addPlayer({ legId: 'of-held', source, to: [held.legId], repeat: 'loop' })
    await conference.addPlayer({ legId: 'of-other', source: announcement, to: [other.legId] })

    await held.far.receivesTone(1_100, [700])
  })
}

function describeRecordedPlayers(start: StartEngine): void {
  test('ZR103: a player is recorded only when it is named', async () => {
    await using fixture = await start()
    const { directory } = fixture
    const source = await writeTone(fixture, 1_100, 1)
    const conference = await fixture.engine.openConference()
    const { legId, far } = await connect(fixture, conference)
    await conference.addPlayer({ legId: 'player', source, to: [legId], repeat: 'loop' })
    await far.receivesTone(1_100)

    const everyone = await conference.startRecording({ legs: 'everyone', directory })
    await conference.stopRecording()
    await conference.startRecording({ legs: ['player'], directory })
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    const named = await conference.stopRecording()

    expect(everyone.map((each) => each.legId)).toEqual([legId])
    expect(await detectTonesIn(named, 'player')).toEqual([1_100])
  })
}

function describeEnds(start: StartEngine): void {
  test('ZR104: a digit of a listener interrupts a player that it may stop, and no other', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    const { legId, far } = await connect(fixture, conference)
    const source = { kind: 'hold-music' } as const
    await conference.addPlayer({ legId: 'music', source, to: [legId] })
    await conference.addPlayer({ legId: 'prompt', source, to: [legId], stopOnDigit: true })
    await far.receivesSpeech()

    far.press('5')

    expect(await nextEvent(events, 'digit')).toMatchObject({ digit: '5' })
    expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId: 'prompt', reason: 'interrupted' })
    await conference.hangUp('music')
    expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId: 'music', reason: 'removed' })
    await far.receivesSilence()
  })

  test('ZR104: a player leaves when its last listener has left, or its source cannot be read', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    const { legId } = await connect(fixture, conference)
    const missing = { kind: 'file', file: join(fixture.directory, 'missing.wav') } as const
    await conference.addPlayer({ legId: 'music', source: { kind: 'hold-music' }, to: [legId] })

    await conference.addPlayer({ legId: 'missing', source: missing, to: [legId] })
    expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId: 'missing', reason: 'failed' })
    await conference.hangUp(legId)
    expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId })
    expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId: 'music', reason: 'removed' })
    await conference.addPlayer({ legId: 'late', source: { kind: 'hold-music' }, to: [legId] })

    expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId: 'late', reason: 'removed' })
  })
}
