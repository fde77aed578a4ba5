import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import type { EngineUnderTest, StartEngine } from './engine-under-test.ts'
import { collect, connect, nextEvent } from './steps.ts'

export function describeIncoming(start: StartEngine): void {
  describeAnswering(start)
  describeUnanswered(start)
  describeRepeatedRequests(start)
}

/** Calls the engine. The call rings as the leg `caller` of a conference. */
async function ring({ engine, callIn }: EngineUnderTest) {
  const engineEvents = engine.events[Symbol.asyncIterator]()
  const conference = await engine.openConference()
  const calling = await callIn('+15550120', '+15550142')
  const incoming = await nextEvent(engineEvents, 'incoming')
  await conference.addIncoming(incoming.incomingId, 'caller')
  await calling.next('ringing')
  const events = conference.events[Symbol.asyncIterator]()
  return { engineEvents, conference, calling, incoming, events }
}

function describeAnswering(start: StartEngine): void {
  test('an incoming call rings, is answered, and carries audio in both directions', async () => {
    await using fixture = await start()
    const { conference, calling, incoming } = await ring(fixture)
    const inside = await connect(fixture, conference)

    await conference.answerIncoming('caller')
    await calling.next('answered')
    calling.play(createSine(500, 8_000))
    inside.far.play(createSine(700, 8_000))

    expect(incoming).toMatchObject({ trunkId: fixture.trunk.id, to: '+15550120', from: '+15550142' })
    await Promise.all([calling.receivesTone(700, [500]), inside.far.receivesTone(500, [700])])
  })

  test('ZR102: a leg is muted and given its audio sources while its caller waits', async () => {
    await using fixture = await start()
    const { conference, calling } = await ring(fixture)
    const inside = await connect(fixture, conference)

    await conference.setMuted('caller', 'muted')
    await conference.setAudioSources('caller', [])
    await conference.answerIncoming('caller')
    await calling.next('answered')
    calling.play(createSine(500, 8_000))
    inside.far.play(createSine(700, 8_000))
    await Promise.all([calling.receivesSilence(), inside.far.receivesSilence()])
    await conference.setMuted('caller', 'unmuted')

    await inside.far.receivesTone(500)
  })

  test.each([
    ['declined', 603],
    ['busy', 486],
  ] as const)('ZR102: a waiting caller who is rejected with %s receives %i', async (reason, status) => {
    await using fixture = await start()
    const { conference, calling, events } = await ring(fixture)

    await conference.rejectIncoming('caller', reason)

    expect(await calling.next('refused')).toMatchObject({ status })
    expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId: 'caller', reason: 'removed' })
    await expect(conference.answerIncoming('caller')).rejects.toMatchObject({ code: 'no-such-leg' })
  })

  test('rejecting an incoming call before it is a leg sends the reason to the caller', async () => {
    await using fixture = await start()
    const engineEvents = fixture.engine.events[Symbol.asyncIterator]()

    const calling = await fixture.callIn('+15550120', '+15550142')
    const { incomingId } = await nextEvent(engineEvents, 'incoming')
    await fixture.engine.rejectIncoming(incomingId, 'declined')

    expect(await calling.next('refused')).toMatchObject({ status: 603 })
    expect(await nextEvent(engineEvents, 'incoming-ended')).toMatchObject({ incomingId, reason: 'refused' })
  })
}

function describeUnanswered(start: StartEngine): void {
  test('a caller who hangs up leaves, and the call can no longer be answered', async () => {
    await using fixture = await start()
    const { conference, calling, events } = await ring(fixture)

    await calling.hangUp()

    expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId: 'caller', reason: 'hung-up' })
    await expect(conference.answerIncoming('caller')).rejects.toMatchObject({ code: 'no-such-leg' })
  })

  test('a caller who hangs up before the call is a leg is reported', async () => {
    await using fixture = await start()
    const engineEvents = fixture.engine.events[Symbol.asyncIterator]()
    const conference = await fixture.engine.openConference()

    const calling = await fixture.callIn('+15550120', '+15550142')
    const { incomingId } = await nextEvent(engineEvents, 'incoming')
    await calling.hangUp()
    const ended = await nextEvent(engineEvents, 'incoming-ended')

    expect(ended).toMatchObject({ incomingId, reason: 'caller-gave-up' })
    await expect(conference.addIncoming(incomingId, 'caller')).rejects.toMatchObject({
      code: 'no-such-incoming',
    })
  })

  test('closing the conference of a waiting caller rejects the call', async () => {
    await using fixture = await start()
    const { conference, calling } = await ring(fixture)

    await conference.close()

    expect(await calling.next('refused')).toMatchObject({ status: 480 })
  })
}

function describeRepeatedRequests(start: StartEngine): void {
  /** Guarantee: a call is in one conference. */
  test('an incoming call is one leg of one conference', async () => {
    await using fixture = await start()
    const { conference, incoming } = await ring(fixture)
    const other = await fixture.engine.openConference()

    for (const each of [conference, other])
      await expect(each.addIncoming(incoming.incomingId, 'another')).rejects.toMatchObject({
        code: 'no-such-incoming',
      })
  })

  test('ZR100: requests that are repeated with a leg id add and answer the call once', async () => {
    await using fixture = await start()
    const { conference, incoming, calling } = await ring(fixture)
    const seen = collect(conference)

    await conference.addIncoming(incoming.incomingId, 'caller')
    await Promise.all([conference.answerIncoming('caller'), conference.answerIncoming('caller')])
    await calling.next('answered')
    await conference.hangUp('caller')
    await conference.addIncoming(incoming.incomingId, 'caller')
    await conference.close()

    const types = (await seen).map(({ type }) => type)
    expect(types.filter((type) => type === 'leg-joined' || type === 'leg-left')).toEqual([
      'leg-joined',
      'leg-left',
    ])
  })
}
