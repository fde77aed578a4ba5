import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import type { StartEngine } from './engine-under-test.ts'
import { connect, nextEvent } from './steps.ts'

export function describeIncoming(start: StartEngine): void {
  describeAnswering(start)
  describeUnanswered(start)
}

function describeAnswering(start: StartEngine): void {
  test('an incoming call rings, is answered, and carries audio in both directions', async () => {
    await using fixture = await start()
    const engineEvents = fixture.engine.events[Symbol.asyncIterator]()
    const conference = await fixture.engine.openConference()
    const inside = await connect(fixture, conference)

    const calling = await fixture.callIn('+15550120', '+15550142')
    const incoming = await nextEvent(engineEvents, 'incoming')
    await fixture.engine.ringIncoming(incoming.incomingId)
    await calling.next('ringing')
    await conference.answerIncoming(incoming.incomingId)
    await calling.next('answered')
    calling.play(createSine(500, 8_000))
    inside.far.play(createSine(700, 8_000))

    expect(incoming).toMatchObject({ trunkId: fixture.trunk.id, to: '+15550120', from: '+15550142' })
    await Promise.all([calling.receivesTone(700, [500]), inside.far.receivesTone(500, [700])])
  })

  test('rejecting an incoming call sends the reason to the caller', async () => {
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
  test('a caller who hangs up is reported, and the call can no longer be answered', async () => {
    await using fixture = await start()
    const engineEvents = fixture.engine.events[Symbol.asyncIterator]()
    const conference = await fixture.engine.openConference()

    const calling = await fixture.callIn('+15550120', '+15550142')
    const { incomingId } = await nextEvent(engineEvents, 'incoming')
    await fixture.engine.ringIncoming(incomingId)
    await calling.next('ringing')
    await calling.hangUp()

    expect(await nextEvent(engineEvents, 'incoming-ended')).toMatchObject({
      incomingId,
      reason: 'caller-gave-up',
    })
    await expect(conference.answerIncoming(incomingId)).rejects.toMatchObject({ code: 'no-such-incoming' })
  })

  /** Guarantee: of two concurrent answers to one call, one succeeds. */
  test('an incoming call is answered exactly once', async () => {
    await using fixture = await start()
    const engineEvents = fixture.engine.events[Symbol.asyncIterator]()
    const conference = await fixture.engine.openConference()
    await fixture.callIn('+15550120', '+15550142')
    const { incomingId } = await nextEvent(engineEvents, 'incoming')

    const answers = await Promise.allSettled([
      conference.answerIncoming(incomingId),
      conference.answerIncoming(incomingId),
    ])

    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
}
