import { readdir, readFile } from 'node:fs/promises'
import { required, sleep } from '@parley/primitives'
import { createSine, detectTones, readWav } from '@parley/rtp'
import { expect, test } from 'vitest'
import type { StartEngine } from './engine-under-test.ts'
import { connect, detectTonesIn, nextEvent } from './steps.ts'

export function describeRecording(start: StartEngine): void {
  /** Guarantee: nothing is written before recording is started, and each leg has its own file. */
  test('a recording has one file per leg with only that leg', async () => {
    await using fixture = await start()
    const { directory } = fixture
    const conference = await fixture.engine.openConference()
    const [first, second] = [await connect(fixture, conference), await connect(fixture, conference)]
    first.far.play(createSine(500, 8_000))
    second.far.play(createSine(700, 8_000))
    await Promise.all([first.far.receivesTone(700), second.far.receivesTone(500)])
    expect(await readdir(directory)).toEqual([])

    const started = await conference.startRecording({ legs: 'everyone', directory })
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const finished = await conference.stopRecording()

    expect(started.map(({ file }) => file).toSorted()).toEqual(finished.map(({ file }) => file).toSorted())
    expect(await detectTonesIn(finished, first.legId)).toEqual([500])
    expect(await detectTonesIn(finished, second.legId)).toEqual([700])
    for (const { durationMs } of finished) expect(durationMs).toBeGreaterThan(1_000)
  })

  test('the recording of a leg is finished when the leg has left', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    const { legId, far } = await connect(fixture, conference)
    far.play(createSine(500, 8_000))
    await conference.startRecording({ legs: [legId], directory: fixture.directory })
    await nextEvent(events, 'recording-started')
    await new Promise((resolve) => setTimeout(resolve, 1_000))

    await far.hangUp()

    const left = await nextEvent(events, 'leg-left')
    expect(left.recordings).toHaveLength(1)
    expect(await detectTonesIn(left.recordings, legId)).toEqual([500])
  })
  describePause(start)
}

function describePause(start: StartEngine): void {
  /** Guarantee: nothing that is said during a pause is on the disk, and positions stay in time. */
  test('ZR260: while a recording is paused, silence is written', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const speaker = await connect(fixture, conference)
    const listener = await connect(fixture, conference)
    speaker.far.play(createSine(500, 8_000))
    await listener.far.receivesTone(500)
    await conference.startRecording({ legs: [speaker.legId], directory: fixture.directory })
    await sleep(1_000)

    await conference.setRecordingPaused('paused')
    speaker.far.play(createSine(700, 8_000))
    await listener.far.receivesTone(700, [500])
    await sleep(500)
    speaker.far.play(createSine(500, 8_000))
    await listener.far.receivesTone(500, [700])
    await conference.setRecordingPaused('resumed')
    await sleep(1_000)
    const [recording] = await conference.stopRecording()

    const windows = await detectTonesByWindow(required(recording, 'a recording').file)
    expect(windows.flat()).not.toContain(700)
    expect([windows[1], windows.at(-2)]).toEqual([[500], [500]])
    expect(windows.filter((tones) => tones.length === 0).length).toBeGreaterThan(1)
  })
}

/** Returns the tones of each quarter of a second. */
async function detectTonesByWindow(file: string): Promise<readonly (readonly number[])[]> {
  const { pcm, sampleRate } = required(readWav(await readFile(file)), 'the WAV file')
  if (sampleRate !== 8_000 && sampleRate !== 16_000) throw new Error(`Unexpected sample rate: ${sampleRate}`)
  const length = sampleRate / 4
  return Array.from({ length: Math.floor(pcm.length / length) }, (_, index) =>
    detectTones(pcm.subarray(index * length, (index + 1) * length), [500, 700], sampleRate),
  )
}
