import { expect, test } from 'vitest'
import type { JsonValue } from '../../port.ts'
import { ada, nextOf, numberOf, startEngine, startHouse } from '../testing/engine-on-loopback.ts'

test('a conference that everyone has left closes by itself', async () => {
  await using engine = await startEngine({ keepDetachedMs: 300 })
  const conference = await engine.openConference()

  await nextOf(conference.events[Symbol.asyncIterator](), 'closed')

  expect(engine.findConference(conference.id)).toBeNull()
})

test('a browser that never comes has left', async () => {
  await using engine = await startEngine({ keepDetachedMs: 300 })
  const conference = await engine.openConference()
  const told = conference.events[Symbol.asyncIterator]()
  const { legId } = await conference.admitBrowser('ada')

  expect(await nextOf(told, 'leg-left')).toMatchObject({
    legId,
    reason: 'media-lost',
  })
  await nextOf(told, 'closed')
})

test('what a browser side answers is not believed', async () => {
  await using engine = await startEngine()
  const conference = await engine.openConference()
  const { legId } = await conference.admitBrowser('ada')

  const nonsense: JsonValue[] = [
    null,
    'v=0',
    { sdp: 'v=0' },
    { connectionId: '../x', sdp: 'v=0' },
    { connectionId: 'x', sdp: 'v=0' },
  ]
  for (const reply of nonsense) {
    await expect(conference.acceptReply(legId, reply)).rejects.toMatchObject({ code: 'reply-not-understood' })
  }
})

test('closing a conference in the middle of anything leaves nothing behind', async () => {
  await using house = await startHouse()
  const dial = { to: numberOf('echo'), through: 'carrier', as: ada }

  for (let round = 0; round < 10; round++) {
    const conference = await house.engine.openConference()
    const under = [conference.dialOut(dial), conference.admitBrowser('ada'), conference.dialOut(dial)]
    await new Promise((resolve) => setTimeout(resolve, round))
    await conference.close()
    await Promise.allSettled(under)
  }

  expect(await house.engine.inspect()).toMatchObject({ conferences: 0, legs: 0, connections: 0 })
})

test('fifty calls leave nothing behind', async () => {
  await using house = await startHouse()
  const call = async () => {
    const conference = await house.engine.openConference()
    const told = conference.events[Symbol.asyncIterator]()
    await conference.dialOut({ to: numberOf('echo'), through: 'carrier', as: ada })
    await nextOf(told, 'leg-joined')
    await conference.close()
  }
  await call()
  const before = await house.engine.inspect()

  for (let index = 0; index < 50; index++) await call()

  const after = await house.engine.inspect()
  expect(after).toEqual({ ...before, residentBytes: expect.any(Number) })
  expect(after).toMatchObject({ conferences: 0, legs: 0, sockets: before.sockets })
}, 120_000)
