import { expect, test } from 'vitest'
import type { JsonValue } from '../../port.ts'
import { ada, nextOf, numberOf, startEngine, startHouse } from '../testing/engine-on-loopback.ts'

test('a conference without legs closes automatically', async () => {
  await using engine = await startEngine({ keepDetachedMs: 300 })
  const conference = await engine.openConference()

  await nextOf(conference.events[Symbol.asyncIterator](), 'closed')

  expect(engine.findConference(conference.id)).toBeNull()
})

test('a browser that never connects leaves with media-lost', async () => {
  await using engine = await startEngine({ keepDetachedMs: 300 })
  const conference = await engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()
  const { legId } = await conference.admitBrowser('ada')

  expect(await nextOf(events, 'leg-left')).toMatchObject({
    legId,
    reason: 'media-lost',
  })
  await nextOf(events, 'closed')
})

test('invalid browser answers are rejected', async () => {
  await using engine = await startEngine()
  const conference = await engine.openConference()
  const { legId } = await conference.admitBrowser('ada')

  const invalidAnswers: JsonValue[] = [
    null,
    'v=0',
    { sdp: 'v=0' },
    { connectionId: '../x', sdp: 'v=0' },
    { connectionId: 'x', sdp: 'v=0' },
  ]
  for (const answer of invalidAnswers) {
    await expect(conference.acceptReply(legId, answer)).rejects.toMatchObject({
      code: 'reply-not-understood',
    })
  }
})

test('closing a conference during setup leaks nothing', async () => {
  await using loopback = await startHouse()
  const dial = { to: numberOf('echo'), through: 'carrier', as: ada }

  for (let round = 0; round < 10; round++) {
    const conference = await loopback.engine.openConference()
    const pending = [conference.dialOut(dial), conference.admitBrowser('ada'), conference.dialOut(dial)]
    await new Promise((resolve) => setTimeout(resolve, round))
    await conference.close()
    await Promise.allSettled(pending)
  }

  expect(await loopback.engine.inspect()).toMatchObject({ conferences: 0, legs: 0, connections: 0 })
})

test('fifty calls leak nothing', async () => {
  await using loopback = await startHouse()
  const call = async () => {
    const conference = await loopback.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    await conference.dialOut({ to: numberOf('echo'), through: 'carrier', as: ada })
    await nextOf(events, 'leg-joined')
    await conference.close()
  }
  await call()
  const before = await loopback.engine.inspect()

  for (let index = 0; index < 50; index++) await call()

  const after = await loopback.engine.inspect()
  expect(after).toEqual({ ...before, residentBytes: expect.any(Number) })
  expect(after).toMatchObject({ conferences: 0, legs: 0, sockets: before.sockets })
}, 120_000)
