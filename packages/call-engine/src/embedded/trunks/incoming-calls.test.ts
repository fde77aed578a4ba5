import { required } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { createTrunkTo, nextEvent, startEngine } from '../testing/loopback-engine.ts'
import { startRawCaller } from '../testing/raw-caller.ts'

/** Starts an engine with a trunk. Names resolve to loopback when `resolveNames` is called. */
async function start() {
  const stack = new AsyncDisposableStack()
  const { promise: resolved, resolve: resolveNames } = Promise.withResolvers<void>()
  let lookups = 0
  const engine = stack.use(
    await startEngine({
      resolveHost: async () => {
        lookups += 1
        await resolved
        return [{ address: '127.0.0.1' }]
      },
    }),
  )
  const caller = stack.use(await startRawCaller(engine))
  await engine.useTrunk({
    ...createTrunkTo({ host: '127.0.0.1', port: caller.port }),
    registration: 'none',
  })
  return {
    engine,
    caller,
    events: engine.events[Symbol.asyncIterator](),
    resolveNames,
    countLookups: () => lookups,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee: no caller decides how long the events of other calls wait. */
test('YR2: ringing does not wait until the caller acknowledges a reliable 180', async () => {
  await using started = await start()
  const { engine, caller, events } = started

  caller.invite('silent', { fields: ['Require: 100rel'] })
  const { incomingId } = await nextEvent(events, 'incoming')
  const conference = await engine.openConference()
  let hasRung = false
  const ringing = conference.addIncoming(incomingId, 'caller').then(() => {
    hasRung = true
  })
  await caller.receives(180, 'silent')

  expect(hasRung).toBe(true)
  await ringing
})

/** Guarantee: a caller whose call fails for want of resources learns that it may succeed later. */
test('ZR404: an incoming call for which no media port is free gets 503 with Retry-After when it is answered', async () => {
  // The range contains no pair of an even and an odd port.
  await using engine = await startEngine({ rtpPorts: { min: 40_001, max: 40_001 } })
  await using phone = await startTestPhone()
  await engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' })
  const events = engine.events[Symbol.asyncIterator]()
  const conference = await engine.openConference()
  const { port } = required(engine.sipAddresses[0], 'a SIP address')

  const call = await phone.call('+15550121', '+15550142', port)
  const { incomingId } = await nextEvent(events, 'incoming')
  await conference.addIncoming(incomingId, 'caller')
  await conference.answerIncoming('caller')

  expect(await call.next('refused')).toMatchObject({ status: 503, retryAfterSeconds: 10 })
  const left = await nextEvent(conference.events[Symbol.asyncIterator](), 'leg-left')
  expect(left).toMatchObject({ legId: 'caller', reason: 'failed' })
})

/** Guarantee: a call that its caller has cancelled neither rings nor can be answered. */
test('YR6: a call that is cancelled while a name in its offer is resolved is not reported', async () => {
  await using started = await start()
  const { engine, caller, events } = started

  caller.invite('cancelled', { mediaHost: 'media.example.com' })
  await expect.poll(started.countLookups).toBe(1)
  caller.cancel('cancelled')
  await caller.receives(487, 'cancelled')
  started.resolveNames()
  caller.invite('ordinary', { mediaHost: 'media.example.com' })
  const ordinary = await nextEvent(events, 'incoming')
  await caller.receives(100, 'ordinary')
  await engine[Symbol.asyncDispose]()
  const { value } = await events.next()
  expect(value).toMatchObject({ type: 'incoming-ended', incomingId: ordinary.incomingId })
})
