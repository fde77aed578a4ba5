import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import type { StartEngine } from './engine-under-test.ts'
import { ada, connect, dial, nextEvent } from './steps.ts'

export function describeCallOutcomes(start: StartEngine): void {
  describePeerOutcomes(start)
  describeOutcomesBeforeAnswer(start)
  describeLocalOutcomes(start)
  describeRepeatedRequests(start)
}

function describePeerOutcomes(start: StartEngine): void {
  test('a call rings, is answered, and is hung up by the peer', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    const legId = await dial(fixture, conference)
    const far = await fixture.nextCall()

    await far.ring()
    await nextEvent(events, 'leg-ringing')
    await far.answer()
    await nextEvent(events, 'leg-joined')
    await far.hangUp()

    expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId, reason: 'hung-up', sipAnswer: null })
  })

  test.each([
    [486, 'busy'],
    [603, 'refused'],
    [403, 'forbidden'],
    [404, 'number-unknown'],
    [484, 'number-incomplete'],
    [480, 'not-answered'],
  ] as const)('a %i response is reported as %s', async (code, reason) => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    await dial(fixture, conference)

    const far = await fixture.nextCall()
    far.refuse(code)

    expect(await nextEvent(events, 'leg-left')).toMatchObject({ reason, sipAnswer: { code } })
  })

  test('an unanswered call ends at the ring timeout', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    await dial(fixture, conference, { ringTimeoutMs: 1_000 })

    const far = await fixture.nextCall()
    await far.ring()

    expect(await nextEvent(events, 'leg-left')).toMatchObject({ reason: 'not-answered' })
    await far.next('ended')
  })
}

function describeOutcomesBeforeAnswer(start: StartEngine): void {
  test('CR7: a redirection is reported and not dialled, and the leg leaves with its response', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    const legId = await dial(fixture, conference)

    const far = await fixture.nextCall()
    far.redirect('sip:+15550177@127.0.0.1')

    expect(await nextEvent(events, 'leg-redirected')).toMatchObject({ legId, to: '+15550177' })
    expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId, sipAnswer: { code: 302 } })
  })

  test('the audio that a called party sends before the answer is received, until the call is rejected', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const waiting = await connect(fixture, conference)
    const events = conference.events[Symbol.asyncIterator]()
    const legId = await dial(fixture, conference)
    const far = await fixture.nextCall()
    far.play(createSine(500, 8_000))

    await far.sendEarlyMedia()

    expect(await nextEvent(events, 'leg-early-media')).toMatchObject({ legId })
    await waiting.far.receivesTone(500)
    far.refuse(404)
    expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId, reason: 'number-unknown' })
    await waiting.far.receivesSilence()
  })
}

function describeLocalOutcomes(start: StartEngine): void {
  test('hanging up during ringing cancels the call', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    const legId = await dial(fixture, conference)
    const far = await fixture.nextCall()
    await far.ring()

    await conference.hangUp(legId)
    await conference.hangUp(legId)

    expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId, reason: 'removed' })
    await far.next('ended')
  })

  test('a trunk that does not respond is reported as unreachable', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()

    await conference.dialOut({ legId: 'telephone', to: '+15550143', trunkId: fixture.deadTrunk.id, as: ada })

    expect(await nextEvent(events, 'leg-left')).toMatchObject({ reason: 'unreachable' })
  }, 40_000)

  test('unknown trunks and invalid numbers are rejected', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const trunkId = fixture.trunk.id

    const unknownTrunk = conference.dialOut({
      legId: 'telephone',
      to: '+15550143',
      trunkId: 'missing',
      as: ada,
    })
    const injected = conference.dialOut({ legId: 'other', to: '+1555@evil.example.com', trunkId, as: ada })

    await expect(unknownTrunk).rejects.toMatchObject({ code: 'no-such-trunk' })
    await expect(injected).rejects.toMatchObject({ code: 'number-not-dialable' })
  })
}

function describeRepeatedRequests(start: StartEngine): void {
  /** Guarantee: a request that is repeated, because its response was lost, places no second call. */
  test('a request that is repeated with its leg id does not dial again, also after the leg has left', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    const legId = 'leg-of-the-caller'

    await Promise.all([dial(fixture, conference, { legId }), dial(fixture, conference, { legId })])
    const far = await fixture.nextCall()
    await far.answer()
    await nextEvent(events, 'leg-joined')
    await conference.hangUp(legId)
    await nextEvent(events, 'leg-left')
    await dial(fixture, conference, { legId })

    // The next call that arrives is the next one that was dialled.
    await dial(fixture, conference, { legId: 'another-leg' })
    await (await fixture.nextCall()).answer()
    expect(await nextEvent(events, 'leg-joined')).toMatchObject({ legId: 'another-leg' })
  })

  test('ZR100: a request that is repeated with its leg id does not add a browser again', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()

    const [first, repeated] = await Promise.all([
      conference.addBrowser('ada', 'browser'),
      conference.addBrowser('ada', 'browser'),
    ])
    await conference.hangUp('browser')

    expect(repeated).toEqual(first)
    expect(await conference.addBrowser('ada', 'browser')).toEqual(first)
    await expect(conference.reconnectBrowser('browser')).rejects.toMatchObject({ code: 'no-such-leg' })
  })

  test('ZR100: the id of a leg cannot be used for a leg of another kind', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    await conference.addBrowser('ada', 'one')

    await expect(dial(fixture, conference, { legId: 'one' })).rejects.toMatchObject({ code: 'leg-exists' })
    expect(await conference.reconnectBrowser('one')).toBeDefined()
  })
}
