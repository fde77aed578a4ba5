import { required } from '@parley/primitives'
import { personalNumberAt } from '@parley/simulated-pstn'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import {
  ada,
  createTrunkTo,
  nextEvent,
  serviceNumber,
  startEngine,
  startLoopbackEngine,
} from '../testing/loopback-engine.ts'

test('a call over the telephone network connects two conferences', async () => {
  await using loopback = await startLoopbackEngine()
  const [from, to] = [await loopback.engine.openConference(), await loopback.engine.openConference()]

  const calling = from.events[Symbol.asyncIterator]()
  await from.dialOut({
    legId: 'telephone',
    to: required(personalNumberAt(7), 'the personal number'),
    trunkId: 'carrier',
    as: ada,
  })
  const incoming = await nextEvent(loopback.events, 'incoming')
  await to.addIncoming(incoming.incomingId, 'caller')
  await nextEvent(calling, 'leg-ringing')
  await to.answerIncoming('caller')
  await nextEvent(calling, 'leg-joined')

  expect(incoming).toMatchObject({
    trunkId: 'carrier',
    from: ada.number,
    to: personalNumberAt(7),
    displayName: 'Ada',
  })
  await to.close()
  expect(await nextEvent(calling, 'leg-left')).toMatchObject({ reason: 'hung-up' })
})

test('early media precedes the failure, and the failure has its reason', async () => {
  await using loopback = await startLoopbackEngine()
  const conference = await loopback.engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()

  await conference.dialOut({
    legId: 'telephone',
    to: serviceNumber('early-failure'),
    trunkId: 'carrier',
    as: ada,
  })

  await nextEvent(events, 'leg-early-media')
  expect(await nextEvent(events, 'leg-left')).toMatchObject({
    reason: 'number-unknown',
    sipAnswer: { code: 404 },
  })
})

test('packet loss on a trunk is reported as bad quality', async () => {
  await using loopback = await startLoopbackEngine()
  const conference = await loopback.engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()

  await conference.dialOut({ legId: 'telephone', to: serviceNumber('loss'), trunkId: 'carrier', as: ada })

  const { quality } = await nextEvent(events, 'quality', ({ quality: { verdict } }) => verdict !== 'good')
  expect(quality.side).toBe('line')
  expect(quality.lossPercent).toBeGreaterThan(5)
})

test('post-dial digits are sent after the answer', async () => {
  await using engine = await startEngine()
  await using phone = await startTestPhone()
  await engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' })
  const conference = await engine.openConference()

  await conference.dialOut({
    legId: 'telephone',
    to: '+15550143',
    trunkId: 'carrier',
    as: ada,
    postDialDigits: ',42#',
  })
  const far = await phone.nextCall()
  await far.answer()

  await expect.poll(() => far.digits.join(''), { timeout: 15_000 }).toBe('42#')
})

test('digits are sent by SIP INFO when the peer supports no telephone events', async () => {
  await using engine = await startEngine()
  await using phone = await startTestPhone({ keys: 'info' })
  await engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' })
  const conference = await engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()

  const legId = 'telephone'
  await conference.dialOut({ legId, to: '+15550143', trunkId: 'carrier', as: ada })
  const far = await phone.nextCall()
  await far.answer()
  await conference.sendDigits(legId, '7*')
  far.press('3')

  expect(await nextEvent(events, 'digit')).toMatchObject({ digit: '3' })
  await expect.poll(() => far.digits.join(''), { timeout: 10_000 }).toBe('7*')
})

test('an answered telephone that sends no audio is detected, and its audio when it arrives later', async () => {
  await using engine = await startEngine({ silenceTimeoutMs: 5_000 })
  await using phone = await startTestPhone()
  await engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' })
  const conference = await engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()

  await conference.dialOut({ legId: 'telephone', to: '+15550143', trunkId: 'carrier', as: ada })
  const far = await phone.nextCall()
  far.stopSendingRtp()
  await far.answer()

  expect(await nextEvent(events, 'leg-one-way')).toMatchObject({ cause: 'nothing-arrives' })
  far.resumeSendingRtp()
  expect(await nextEvent(events, 'leg-one-way')).toMatchObject({ cause: null })
  far.stopSendingRtp()
  expect(await nextEvent(events, 'leg-left')).toMatchObject({ reason: 'media-lost' })
})

/** Guarantee (ZR647): silence of an emergency service, or audio that is lost in one direction, does not end its call. */
test('ZR647: an emergency service that sends no audio stays in the call', async () => {
  await using engine = await startEngine({ silenceTimeoutMs: 500 })
  await using phone = await startTestPhone()
  await engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' })
  const conference = await engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()
  const dial = async (legId: string, isEmergency: boolean) => {
    await conference.dialOut({ legId, to: '+15550143', trunkId: 'carrier', as: ada, isEmergency })
    const far = await phone.nextCall()
    far.stopSendingRtp()
    await far.answer()
    return far
  }
  const emergency = await dial('emergency', true)
  await dial('other', false)

  expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId: 'other', reason: 'media-lost' })
  await emergency.hangUp()
  expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId: 'emergency', reason: 'hung-up' })
})
