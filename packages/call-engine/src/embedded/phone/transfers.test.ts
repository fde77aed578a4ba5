import { required } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { startTestPhone, type TestCall } from '@parley/simulated-pstn/testing'
import { createReplaces } from '@parley/sip'
import { expect, test } from 'vitest'
import type { TrunkConfig } from '../../trunk.ts'
import { ada, createTrunkTo, nextEvent, startEngine } from '../testing/loopback-engine.ts'

/** Starts an engine with one answered call to a telephone through a trunk that may transfer calls. */
async function startCall(trunk: Partial<TrunkConfig> = {}) {
  const engine = await startEngine()
  const phone = await startTestPhone()
  const trunkTo = createTrunkTo({ host: '127.0.0.1', port: phone.port })
  await engine.useTrunk({ ...trunkTo, registration: 'none', allowsRefer: true, ...trunk })
  const conference = await engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()
  const dial = async (legId: string, replacedLegId?: string) => {
    const to = replacedLegId === undefined ? '+15550143' : '+15550177'
    const transferred = replacedLegId === undefined ? {} : { replacedLegId }
    await conference.dialOut({ legId, to, trunkId: 'carrier', as: ada, ...transferred })
    return await phone.nextCall()
  }
  const answer = async (far: TestCall) => {
    await far.answer()
    await nextEvent(events, 'leg-joined')
    return far
  }
  const far = await answer(await dial('grace'))
  return {
    engine,
    phone,
    conference,
    events,
    dial,
    answer,
    far,
    sipPort: required(engine.sipAddresses[0], 'the SIP address of the engine').port,
    /** Returns the value of Replaces with which the telephone names its call. */
    replaces: createReplaces(required(far.sip.dialog, 'the dialog of the telephone')),
    async [Symbol.asyncDispose]() {
      await phone[Symbol.asyncDispose]()
      await engine[Symbol.asyncDispose]()
    },
  }
}

/** Responds to the REFER of the engine, and returns its target. */
function onRefer(far: TestCall, respond: (refer: Referred) => void): Promise<string> {
  return new Promise((resolve) => {
    far.sip.onEvent((event) => {
      if (event.type !== 'refer') return
      respond(event.refer)
      resolve(event.refer.target)
    })
  })
}
type Referred = Extract<TestCall['events'][number], { type: 'refer' }>['refer']

test('CR7: a trunk transfers its telephone to another number, and the leg leaves as transferred', async () => {
  await using fixture = await startCall()
  const { conference, events, far, phone } = fixture
  const target = onRefer(far, (refer) => {
    const progress = refer.accept()
    progress.report(180, 'Ringing')
    progress.report(200, 'OK')
  })

  expect(await conference.transferByRefer('grace', '+15550177')).toEqual({ result: 'transferred' })

  expect(await target).toBe(`sip:+15550177@127.0.0.1:${phone.port};transport=udp`)
  expect(await nextEvent(events, 'leg-transfer-progress', ({ state }) => state === 'ringing')).toBeTruthy()
  expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId: 'grace', reason: 'transferred' })
  expect(await far.next('ended')).toMatchObject({ by: 'peer' })
})

test.each([
  ['is declined', 603, { result: 'refused', sipAnswer: { code: 603 } }],
  ['is not implemented', 501, { result: 'not-supported' }],
  ['is not allowed', 405, { result: 'not-supported' }],
])('a leg stays when its transfer %s with %i', async (_, status, expected) => {
  await using fixture = await startCall()
  const { conference, events, far } = fixture
  void onRefer(far, (refer) => refer.refuse(status))

  expect(await conference.transferByRefer('grace', '+15550177')).toMatchObject(expected)

  far.press('5')
  expect(await nextEvent(events, 'digit')).toMatchObject({ legId: 'grace', digit: '5' })
})

test('a leg stays when the called party of its transfer is busy', async () => {
  await using fixture = await startCall()
  const { conference, events, far } = fixture
  void onRefer(far, (refer) => refer.accept().report(486, 'Busy Here'))

  expect(await conference.transferByRefer('grace', '+15550177')).toEqual({
    result: 'refused',
    sipAnswer: { code: 486, phrase: 'Busy Here' },
  })

  far.press('5')
  expect(await nextEvent(events, 'digit')).toMatchObject({ legId: 'grace' })
})

test('a trunk that ends the call after it has accepted the transfer has taken it over', async () => {
  await using fixture = await startCall()
  const { conference, events, far } = fixture
  void onRefer(far, (refer) => {
    refer.accept()
    void far.hangUp()
  })

  expect(await conference.transferByRefer('grace', '+15550177')).toEqual({ result: 'transferred' })
  expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId: 'grace', reason: 'transferred' })
})

test('ZR135: no REFER is sent to a trunk that does not allow it, or with a number that cannot be dialled', async () => {
  await using fixture = await startCall({ allowsRefer: false })
  const { conference, far } = fixture

  expect(await conference.transferByRefer('grace', '+15550177')).toEqual({ result: 'not-supported' })
  await expect(conference.transferByRefer('grace', 'x>\r\nVia: y')).rejects.toMatchObject({
    code: 'number-not-dialable',
  })
  expect(far.events.filter(({ type }) => type === 'refer')).toEqual([])
})

test('an attended transfer that the trunk requests is dialled in place of its leg, which leaves after the answer', async () => {
  await using fixture = await startCall()
  const { events, far, phone, dial, answer } = fixture
  await using hedy = await startTestPhone()
  const consulted = await hedy.call('+15550143', '+15550177', phone.port)
  await (await phone.nextCall()).answer()
  await consulted.next('answered')
  const progress: number[] = []

  const outcome = far.sip.refer({
    target: 'sip:+15550177@127.0.0.1',
    replaces: createReplaces(required(consulted.sip.dialog, 'the dialog of the consultation')),
    onProgress: (status) => progress.push(status),
  })
  expect(await nextEvent(events, 'leg-transfer-requested')).toMatchObject({
    legId: 'grace',
    to: '+15550177',
    state: 'waiting',
  })
  const target = await dial('linus', 'grace')
  await target.ring()
  await nextEvent(events, 'leg-ringing')
  await answer(target)

  expect(await outcome).toEqual({ result: 'transferred' })
  expect(progress).toEqual([100, 180])
  expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId: 'grace', reason: 'transferred' })
  expect(await consulted.next('ended')).toMatchObject({ by: 'peer' })
})

test('a leg stays when the target of the transfer that its trunk requests is busy', async () => {
  await using fixture = await startCall()
  const { conference, events, far, dial } = fixture

  const busy = far.sip.refer({ target: 'tel:+15550177' })
  await nextEvent(events, 'leg-transfer-requested')
  const target = await dial('linus', 'grace')
  target.refuse(486)
  await nextEvent(events, 'leg-left')

  expect(await busy).toMatchObject({ result: 'failed', status: 486 })
  await expect(conference.refuseTransfer('linus')).rejects.toMatchObject({ code: 'no-such-leg' })
  far.press('5')
  expect(await nextEvent(events, 'digit')).toMatchObject({ legId: 'grace' })
})

/** Guarantee: a provider cannot make us dial, unless the trunk allows it and the caller dials. */
test('ZR135: a transfer that a trunk requests without permission is rejected and reported, and cannot be dialled', async () => {
  await using fixture = await startCall({ allowsRefer: false })
  const { conference, events, far } = fixture

  const outcome = far.sip.refer({ target: 'sip:+15550177@127.0.0.1' })

  expect(await nextEvent(events, 'leg-transfer-requested')).toMatchObject({
    to: '+15550177',
    state: 'rejected',
  })
  expect(await outcome).toMatchObject({ result: 'refused', status: 603 })
  const dialled = { legId: 'linus', to: '+15550177', trunkId: 'carrier', as: ada, replacedLegId: 'grace' }
  await expect(conference.dialOut(dialled)).rejects.toMatchObject({ code: 'no-such-transfer' })
  await expect(conference.refuseTransfer('grace')).rejects.toMatchObject({ code: 'no-such-transfer' })
})

test('ZR135: a flood of transfers is reported once, and the call continues', async () => {
  await using fixture = await startCall()
  const { conference, events, far } = fixture

  const first = far.sip.refer({ target: 'sip:+15550100@127.0.0.1' })
  await nextEvent(events, 'leg-transfer-requested')
  await conference.refuseTransfer('grace')
  expect(await first).toMatchObject({ result: 'failed', status: 603 })
  for (let count = 1; count <= 50; count++)
    expect(await far.sip.refer({ target: `sip:+155501${count}@127.0.0.1` })).toMatchObject({
      result: 'refused',
      status: 603,
    })
  far.press('5')

  const { value } = await events.next()
  expect(value).toMatchObject({ type: 'digit', legId: 'grace' })
})

test.each([
  'sip:linus@127.0.0.1',
  'sip:+15550177%40evil.example.com@127.0.0.1',
  'sip:127.0.0.1',
  'tel:+1;x=y>',
])('ZR135: a transfer to %s is rejected without an event', async (target) => {
  await using fixture = await startCall()
  const { events, far } = fixture

  const outcome = await far.sip.refer({ target }).catch(() => ({ result: 'refused' }))
  far.press('5')

  expect(outcome).toMatchObject({ result: 'refused' })
  const { value } = await events.next()
  expect(value).toMatchObject({ type: 'digit' })
})

test('a telephone that replaces the call of a leg is heard as the same leg', async () => {
  await using fixture = await startCall()
  const { events, far, phone, sipPort, replaces, dial, answer } = fixture
  const other = await answer(await dial('linus'))
  other.play(createSine(700, 8_000))

  const replacing = await phone.call('+15550120', '+15550143', sipPort, replaces)
  await replacing.next('answered')
  replacing.play(createSine(500, 8_000))

  expect(await far.next('ended')).toMatchObject({ by: 'peer' })
  await Promise.all([other.receivesTone(500, [700]), replacing.receivesTone(700, [500])])
  replacing.press('5')
  expect(await nextEvent(events, 'digit')).toMatchObject({ legId: 'grace', digit: '5' })
  await replacing.hangUp()
  expect(await nextEvent(events, 'leg-left')).toMatchObject({ legId: 'grace', reason: 'hung-up' })
})

test('the dialog of a replaced call is reported, so that another process can end the new one', async () => {
  await using fixture = await startCall()
  const { engine, events, phone, sipPort, replaces } = fixture

  const replacing = await phone.call('+15550120', '+15550143', sipPort, replaces)
  await replacing.next('answered')
  const { dialog } = await nextEvent(events, 'leg-dialog')

  expect(dialog).toMatchObject({ callId: replacing.sip.callId })
  expect(await engine.endLostCall('carrier', dialog)).toBe('confirmed')
  expect(await replacing.next('ended')).toMatchObject({ by: 'peer' })
})

/** Guarantee: a trunk cannot take over the call of another trunk, also not of one of the same owner. */
test.each(['ada', 'grace'])('ZR136: a call is not replaced from the trunk of %s', async (owner) => {
  await using fixture = await startCall({ owner: 'ada' })
  const { engine, events, far, sipPort, replaces } = fixture
  await using other = await startTestPhone({ host: '127.0.0.2' })
  const trunk = createTrunkTo({ host: '127.0.0.2', port: other.port })
  await engine.useTrunk({ ...trunk, id: 'other', owner, registration: 'none' })

  const replacing = await other.call('+15550120', '+15550143', sipPort, replaces)

  expect(await replacing.next('refused')).toMatchObject({ status: 481 })
  far.press('5')
  expect(await nextEvent(events, 'digit')).toMatchObject({ legId: 'grace' })
})

test('a call that cannot replace the one of a leg leaves it as it is', async () => {
  await using fixture = await startCall()
  const { events, far, phone, sipPort, replaces } = fixture

  const replacing = phone.agent.invite({
    target: `sip:+15550120@127.0.0.1:${sipPort}`,
    from: 'sip:+15550143@127.0.0.1',
    offer:
      'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 4000 RTP/AVP 3\r\n',
    replaces,
  })
  const refused = await new Promise((resolve) =>
    replacing.onEvent((event) => event.type === 'refused' && resolve(event)),
  )
  far.press('5')

  expect(refused).toMatchObject({ status: 488 })
  expect(await nextEvent(events, 'digit')).toMatchObject({ legId: 'grace' })
})

test('ZR293: a REFER that names another call of the trunk is reported, and both legs leave when it is completed', async () => {
  await using fixture = await startCall()
  const { engine, conference, events, far, dial, answer, replaces } = fixture
  const engineEvents = engine.events[Symbol.asyncIterator]()
  const other = await answer(await dial('linus'))

  const outcome = other.sip.refer({ target: 'sip:+15550177@127.0.0.1', replaces })

  const requested = { legId: 'linus', otherLegId: 'grace', trunkId: 'carrier' }
  expect(await nextEvent(engineEvents, 'attended-transfer-requested')).toMatchObject(requested)
  const dialled = { legId: 'hedy', to: '+15550177', trunkId: 'carrier', as: ada, replacedLegId: 'linus' }
  await expect(conference.dialOut(dialled)).rejects.toMatchObject({ code: 'no-such-transfer' })
  await expect(conference.completeTransfer('linus', 'hedy')).rejects.toMatchObject({
    code: 'no-such-transfer',
  })
  await conference.completeTransfer('linus', 'grace')
  expect(await outcome).toEqual({ result: 'transferred' })
  for (const one of [far, other]) expect(await one.next('ended')).toMatchObject({ by: 'peer' })
  expect(await nextEvent(events, 'leg-left')).toMatchObject({ reason: 'transferred' })
})

/** Guarantee: a trunk cannot connect the call of another trunk, also not of one of the same owner. */
test.each(['ada', 'grace'])(
  'ZR296: a call is not connected at the request of the trunk of %s',
  async (owner) => {
    await using fixture = await startCall({ owner: 'ada' })
    const { engine, events, far, sipPort, replaces } = fixture
    await using stranger = await startTestPhone({ host: '127.0.0.2' })
    const trunk = createTrunkTo({ host: '127.0.0.2', port: stranger.port })
    await engine.useTrunk({ ...trunk, id: 'other', owner, registration: 'none', allowsRefer: true })
    const conference = await engine.openConference()
    await conference.dialOut({ legId: 'hedy', to: '+15550144', trunkId: 'other', as: ada })
    const theirs = await stranger.nextCall()
    await theirs.answer()
    await nextEvent(conference.events[Symbol.asyncIterator](), 'leg-joined')

    const outcome = theirs.sip.refer({ target: `sip:127.0.0.1:${sipPort}`, replaces })

    expect(await outcome).toMatchObject({ result: 'refused', status: 481 })
    far.press('5')
    expect(await nextEvent(events, 'digit')).toMatchObject({ legId: 'grace' })
  },
)
