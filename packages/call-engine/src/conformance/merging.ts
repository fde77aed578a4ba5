import { sleep } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import type { Conference } from '../port.ts'
import type { EngineUnderTest, StartEngine } from './engine-under-test.ts'
import { collect, connect, detectTonesIn, nextEvent } from './steps.ts'

export function describeMerging(start: StartEngine): void {
  describeMergedAudio(start)
  describeMergedRecordings(start)
  describeMergedLegs(start)
}

/** Opens two conferences, each with one telephone that sends a tone. */
async function startTwoConferences(fixture: EngineUnderTest) {
  const [into, from] = [await fixture.engine.openConference(), await fixture.engine.openConference()]
  const [one, other] = [await connect(fixture, into), await connect(fixture, from)]
  one.far.play(createSine(500, 8_000))
  other.far.play(createSine(700, 8_000))
  const merge = () => fixture.engine.mergeConferences?.(into.id, from.id)
  return { into, from, one, other, merge }
}

function describeMergedAudio(start: StartEngine): void {
  test('ZR106: the legs of two merged conferences receive each other, and the other conference closes', async ({
    skip,
  }) => {
    await using fixture = await start()
    skip(!fixture.engine.mergeConferences, 'The engine cannot merge conferences.')
    const { into, from, one, other, merge } = await startTwoConferences(fixture)
    const events = into.events[Symbol.asyncIterator]()
    const seen = collect(from)

    await merge()

    await Promise.all([one.far.receivesTone(700, [500]), other.far.receivesTone(500, [700])])
    const last = (await seen).slice(-2)
    expect(last).toMatchObject([
      { type: 'leg-left', legId: other.legId, reason: 'merged' },
      { type: 'closed' },
    ])
    other.far.press('7')
    expect(await nextEvent(events, 'digit')).toMatchObject({ legId: other.legId, digit: '7' })
    await other.far.hangUp()
    expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId: other.legId, reason: 'hung-up' })
  })

  test('ZR106: after a merge, legs that must not receive others receive no frame of them', async ({
    skip,
  }) => {
    await using fixture = await start()
    skip(!fixture.engine.mergeConferences, 'The engine cannot merge conferences.')
    const { into, from, one, other, merge } = await startTwoConferences(fixture)
    const held = await connect(fixture, into)
    const muted = await connect(fixture, from)
    await into.setAudioSources(one.legId, [])
    await into.setOnHold(held.legId, 'held')
    await from.setMuted(muted.legId, 'muted')
    muted.far.play(createSine(1_100, 8_000))

    await merge()

    await other.far.receivesTone(500, [1_100])
    await Promise.all([one.far.receivesSilence(), held.far.receivesSilence()])
    await into.setMuted(muted.legId, 'unmuted')
    await other.far.receivesTone(1_100)
    await Promise.all([one.far.receivesSilence(), held.far.receivesSilence()])
  })
}

function describeMergedRecordings(start: StartEngine): void {
  test('ZR106: recordings continue after a merge, and no other leg is recorded', async ({ skip }) => {
    await using fixture = await start()
    skip(!fixture.engine.mergeConferences, 'The engine cannot merge conferences.')
    const { directory } = fixture
    const { into, from, one, other, merge } = await startTwoConferences(fixture)
    await connect(fixture, from)
    const seen = collect(from)
    await into.startRecording({ legs: [one.legId], directory })
    await from.startRecording({ legs: [other.legId], directory })
    await sleep(1_000)

    await merge()
    await one.far.receivesTone(700)
    await sleep(1_000)
    const finished = await into.stopRecording()

    const before = (await seen).flatMap((event) => (event.type === 'leg-left' ? event.recordings : []))
    expect(before.map(({ legId }) => legId)).toEqual([other.legId])
    expect(await detectTonesIn(before, other.legId)).toEqual([700])
    expect(finished.map(({ legId }) => legId).toSorted()).toEqual([one.legId, other.legId].toSorted())
    expect(await detectTonesIn(finished, one.legId)).toEqual([500])
    expect(await detectTonesIn(finished, other.legId)).toEqual([700])
  })
}

function describeMergedLegs(start: StartEngine): void {
  test('ZR106: a caller who waits and a player continue after a merge', async ({ skip }) => {
    await using fixture = await start()
    skip(!fixture.engine.mergeConferences, 'The engine cannot merge conferences.')
    const engineEvents = fixture.engine.events[Symbol.asyncIterator]()
    const { into, from, other, merge } = await startTwoConferences(fixture)
    const calling = await fixture.callIn('+15550120', '+15550142')
    const { incomingId } = await nextEvent(engineEvents, 'incoming')
    await from.addIncoming(incomingId, 'caller')
    await from.addPlayer({ legId: 'music', source: { kind: 'hold-music' }, to: [other.legId] })

    await merge()
    await into.answerIncoming('caller')
    await calling.next('answered')
    calling.play(createSine(1_100, 8_000))

    await other.far.receivesTone(1_100)
    await into.hangUp('music')
    await other.far.receivesTone(500)
  })

  test('ZR106: a closed conference cannot be merged', async ({ skip }) => {
    await using fixture = await start()
    const { engine } = fixture
    skip(!engine.mergeConferences, 'The engine cannot merge conferences.')
    const [open, closed]: Conference[] = [await engine.openConference(), await engine.openConference()]
    await closed?.close()

    for (const from of [open, closed])
      await expect(engine.mergeConferences?.(open?.id ?? '', from?.id ?? '')).rejects.toMatchObject({
        code: 'conference-closed',
      })
  })
}
