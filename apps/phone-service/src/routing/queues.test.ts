import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { saveQueue, startBakery } from '../testing/start-bakery.ts'
import type { TestPhone } from '../testing/start-phone.ts'

async function listTimers(phone: TestPhone): Promise<string[]> {
  const { rows } = await phone.database.pool.query('select name from phone.call_timers')
  return rows.map(({ name }) => name)
}

/** Guarantee (ZR199): only the members for whom a waiting call rings can take it. */
test('ZR199: callers wait with music, and each free member gets the one who has waited longest', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus, trunk, browsers } = bakery
  await saveQueue(phone, ada, [grace])

  const first = await trunk.callIn('+15550142')
  await first.next('answered')
  const { call } = await browsers.grace.next('call.incoming')
  expect(call).toMatchObject({ number: '+15550142', phase: 'ringing', answeredAt: null })
  const second = await trunk.callIn('+15550143')
  await second.next('answered')
  await second.receivesSpeech()
  expect((await phone.as(linus).get('/calls/active')).body.items).toEqual([])
  const byLinus = await phone.as(linus).post(`/calls/${call.id}/answer`, { handsetId: randomUUID() })
  expect(byLinus.body.code).toBe('CALL_NOT_FOUND')

  await browsers.grace.answer(call.id)
  await browsers.grace.waitForCall(call.id, ({ phase, userId }) => phase === 'talking' && userId === grace.id)
  first.play(createSine(500, 8_000))
  browsers.grace.say(700)
  await browsers.grace.waitForTone(500)
  await first.receivesTone(700)
  expect(browsers.grace.messages.filter(({ type }) => type === 'call.incoming')).toHaveLength(1)

  await phone.as(grace).post(`/calls/${call.id}/hang-up`, {})
  const { call: next } = await browsers.grace.next('call.incoming', (message) => message.call.id !== call.id)
  expect(next.number).toBe('+15550143')
  await second.hangUp()
  const ended = await browsers.grace.next('call.ended', (message) => message.call.id === next.id)
  expect(ended.call).toMatchObject({ endReason: 'missed', answeredAt: null })
  expect((await phone.as(grace).get('/calls/missed/count')).body.count).toBe(1)
  expect(await listTimers(phone)).toEqual([])
})

/** Guarantee (ZR200): a free member never gets two callers at the same time. */
test('ZR200: of two callers at the same time, one rings for the only free member', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk, browsers } = bakery
  await saveQueue(phone, ada, [grace])

  const callers = await Promise.all([trunk.callIn('+15550142'), trunk.callIn('+15550143')])
  for (const caller of callers) await caller.next('answered')
  const { call } = await browsers.grace.next('call.incoming')
  await waitUntil('both have been tried for a while', async () => {
    const { rows } = await phone.database.pool.query(
      "select min(version) as version from phone.calls where state->'queue' is not null having count(*) = 2",
    )
    return rows[0]?.version > 6
  })

  const rings = browsers.grace.messages.filter(({ type }) => type === 'call.incoming')
  expect(rings).toMatchObject([{ call: { id: call.id } }])
})

test('a call in a queue rings for the next member when one declines or does not answer', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus, trunk, browsers } = bakery
  await saveQueue(phone, ada, [grace, linus], { group: { strategy: 'in-turn', ringSeconds: 5 } })

  await trunk.callIn()
  const { call, isForUserAlone } = await browsers.grace.next('call.incoming')
  await browsers.linus.next('call.incoming')
  expect(isForUserAlone).toBe(false)
  await browsers.grace.next('call.stopped-ringing')
  const tooLate = await phone.as(grace).post(`/calls/${call.id}/answer`, { handsetId: randomUUID() })
  expect(tooLate.body.code).toBe('CALL_ELSEWHERE')
  expect((await phone.as(linus).post(`/calls/${call.id}/decline`, {})).status).toBe(200)

  await waitUntil('it rings for Grace again', () => {
    const rings = browsers.grace.messages.filter(({ type }) => type === 'call.incoming')
    return rings.length === 2
  })
  await browsers.grace.answer(call.id)
  await browsers.grace.waitForCall(call.id, ({ phase }) => phase === 'talking')
})

/** Guarantee (ZR500): a caller whom no member wants does not keep the others waiting. */
test('ZR500: a call that the free members have declined waits, and they get the next one', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk, browsers } = bakery
  await saveQueue(phone, ada, [grace])

  const unwanted = await trunk.callIn('+15550142')
  const { call } = await browsers.grace.next('call.incoming')
  expect((await phone.as(grace).post(`/calls/${call.id}/decline`, {})).status).toBe(200)
  await trunk.callIn('+15550143')

  const { call: next } = await browsers.grace.next('call.incoming', (message) => message.call.id !== call.id)
  expect(next.number).toBe('+15550143')
  const waiting = (await phone.as(grace).get('/calls/waiting')).body.items
  expect(waiting.map(({ number }: { number: string }) => number)).toEqual(['+15550142', '+15550143'])
  await unwanted.receivesSpeech()
})

test('a caller who has waited too long gets the next target, and one too many is not answered by the queue', async () => {
  let aheadMs = 0
  await using bakery = await startBakery({ now: () => new Date(Date.now() + aheadMs) })
  const { phone, ada, grace, trunk } = bakery
  await phone.as(grace).patch('/me/settings', { doNotDisturb: 'on' })
  const unanswered = { kind: 'voicemail' }
  await saveQueue(phone, ada, [grace], { queue: { maxCallers: 1, maxWaitSeconds: 30 }, unanswered })

  const first = await trunk.callIn('+15550142')
  await first.next('answered')
  await first.receivesSpeech()
  const tooMany = await trunk.callIn('+15550143')
  await tooMany.receivesTone(1_000)
  expect((await phone.as(ada).get('/calls/active')).body.items).toEqual([])

  aheadMs = 31_000

  await first.receivesTone(1_000)
  expect(await listTimers(phone)).not.toContain('queue')
  await first.hangUp()
  await tooMany.hangUp()
  await waitUntil('both calls have ended', async () => {
    const { body } = await phone.as(ada).get('/calls')
    return body.items.length === 2 && body.items.every(({ phase }: { phase: string }) => phase === 'ended')
  })
})

/** Guarantee (ZR239): the members of a queue see who waits in it, and no one else does. */
test('ZR239: the members of a queue list its callers in their order', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus, trunk, browsers } = bakery
  await saveQueue(phone, ada, [grace])
  const list = async (person: FakeUser) => (await phone.as(person).get('/calls/waiting')).body.items
  const countChanges = () =>
    browsers.grace.messages.filter(({ type }) => type === 'waiting-calls.changed').length

  const first = await trunk.callIn('+15550142')
  await first.next('answered')
  const { call } = await browsers.grace.next('call.incoming')
  const second = await trunk.callIn('+15550143')
  await second.next('answered')
  await waitUntil('both changes are reported', () => countChanges() === 2)
  expect(await list(grace)).toMatchObject([
    { id: call.id, number: '+15550142', queueName: 'Orders', position: 1, waitingSince: expect.any(Number) },
    { number: '+15550143', queueName: 'Orders', position: 2 },
  ])
  const others = [ada, linus, phone.signUp('Stranger')]
  expect(await Promise.all(others.map(list))).toEqual([[], [], []])
  expect(browsers.linus.messages.filter(({ type }) => type === 'waiting-calls.changed')).toEqual([])

  await browsers.grace.answer(call.id)
  await waitUntil('the answer is reported', () => countChanges() === 3)
  expect(await list(grace)).toMatchObject([{ number: '+15550143', position: 1 }])
  await second.hangUp()
  await waitUntil('the end is reported', () => countChanges() === 4)
  expect(await list(grace)).toEqual([])
})
