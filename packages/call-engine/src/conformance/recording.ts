import { readdir } from 'node:fs/promises'
import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import type { StartEngine } from './engine-under-test.ts'
import { connect, tonesIn, until } from './kit.ts'

export function describeRecording(start: StartEngine): void {
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
