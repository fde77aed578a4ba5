import { expect, test } from 'vitest'
import type { StartEngine } from './engine-under-test.ts'
import { ada, dial, until } from './kit.ts'

export function describeOutcomes(start: StartEngine): void {
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
