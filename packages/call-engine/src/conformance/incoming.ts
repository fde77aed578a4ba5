import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import type { StartEngine } from './engine-under-test.ts'
import { connect, until } from './kit.ts'

export function describeIncoming(start: StartEngine): void {
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
