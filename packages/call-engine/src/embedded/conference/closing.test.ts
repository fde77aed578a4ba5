import { expect, test } from 'vitest'
import type { JsonValue } from '../../json-value.ts'
import {
  ada,
  nextEvent,
  serviceNumber,
  startEngine,
  startLoopbackEngine,
} from '../testing/loopback-engine.ts'

test('a conference without legs closes automatically', async () => {
  await using engine = await startEngine({ detachedTimeoutMs: 300 })
  const conference = await engine.openConference()

  await nextEvent(conference.events[Symbol.asyncIterator](), 'closed')

  await engine.openConference({ id: conference.id })
})

test('ZR400: a browser that never connects leaves with media-lost', async () => {
  await using engine = await startEngine({ connectTimeoutMs: 300, detachedTimeoutMs: 3_600_000 })
  const conference = await engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()
  const legId = 'browser'
  await conference.addBrowser('ada', legId)

  expect(await nextEvent(events, 'leg-left')).toMatchObject({
    legId,
    reason: 'media-lost',
  })
})

test('invalid browser answers are rejected', async () => {
  await using engine = await startEngine()
  const conference = await engine.openConference()
  const legId = 'browser'
  await conference.addBrowser('ada', legId)

  const invalidAnswers: JsonValue[] = [
    null,
    'v=0',
    { sdp: 'v=0' },
    { connectionId: '../x', sdp: 'v=0' },
    { connectionId: 'x', sdp: 'v=0' },
  ]
  for (const answer of invalidAnswers) {
    await expect(conference.setAnswer(legId, answer)).rejects.toMatchObject({
      code: 'invalid-answer',
    })
  }
})

test('closing a conference during setup leaks nothing', async () => {
  await using loopback = await startLoopbackEngine()
  const dial = { to: serviceNumber('echo'), trunkId: 'carrier', as: ada }

  for (let round = 0; round < 10; round++) {
    const conference = await loopback.engine.openConference()
    const pending = [
      conference.dialOut({ ...dial, legId: 'one' }),
      conference.addBrowser('ada', 'browser'),
      conference.dialOut({ ...dial, legId: 'another' }),
    ]
    await new Promise((resolve) => setTimeout(resolve, round))
    await conference.close()
    await Promise.allSettled(pending)
  }

  expect(await loopback.engine.inspect()).toMatchObject({ conferences: 0, legs: 0, connections: 0 })
})

test('fifty calls leak nothing', async () => {
  await using loopback = await startLoopbackEngine()
  const call = async () => {
    const conference = await loopback.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    await conference.dialOut({ legId: 'telephone', to: serviceNumber('echo'), trunkId: 'carrier', as: ada })
    await nextEvent(events, 'leg-joined')
    await conference.close()
  }
  await call()
  const before = await loopback.engine.inspect()

  for (let index = 0; index < 50; index++) await call()

  const after = await loopback.engine.inspect()
  expect(after).toEqual({ ...before, residentBytes: expect.any(Number) })
  expect(after).toMatchObject({ conferences: 0, legs: 0, sockets: before.sockets })
}, 120_000)
