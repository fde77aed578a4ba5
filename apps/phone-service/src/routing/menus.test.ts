import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import {
  createMenu,
  hangUp,
  listStages,
  listTimers,
  mainId,
  saveMenus,
  subId,
  tones,
  toUser,
  uploadTone,
} from '../testing/menu-calls.ts'
import { startBakery } from '../testing/start-bakery.ts'
import { restartPhone, type TestPhone } from '../testing/start-phone.ts'

const mobile = '+12125552390'

async function waitForStages(phone: TestPhone, expected: readonly string[]): Promise<void> {
  let stages: readonly string[] = []
  await waitUntil('the caller is at this stage', async () => {
    stages = await listStages(phone)
    return stages.length >= expected.length
  })
  expect(stages).toEqual(expected)
}

async function waitForEndedCall(phone: Pick<TestPhone, 'as'>, user: FakeUser) {
  return await waitUntil('the call has ended', async () => {
    const [call] = (await phone.as(user).get('/calls')).body.items
    return call?.phase === 'ended' && call
  })
}

/** Guarantee (ZR270): while a caller chooses, the call exists for no member, and afterwards for those of the key. */
test('ZR270: a key during the announcement leads to its user, as it was when the call arrived', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus, trunk, browsers } = bakery
  const as = phone.as(ada)
  const announcementId = await uploadTone(as, tones.main, 20)
  const saved = await saveMenus(as, { menus: [createMenu({ '1': toUser(grace) }, { announcementId })] })
  expect(saved.status).toBe(200)

  const caller = await trunk.callIn()
  await caller.next('answered')
  await caller.receivesTone(tones.main)
  for (const user of [ada, grace, linus])
    expect((await phone.as(user).get('/calls/active')).body.items).toEqual([])
  expect((await saveMenus(as, { menus: [createMenu({ '1': toUser(linus) })] })).status).toBe(200)
  caller.press('1')

  const { call } = await browsers.grace.next('call.incoming')
  expect(call).toMatchObject({ phase: 'ringing', answeredAt: null })
  await caller.receivesSpeech()
  const byLinus = await phone.as(linus).post(`/calls/${call.id}/answer`, { handsetId: randomUUID() })
  expect(byLinus.body.code).toBe('CALL_NOT_FOUND')
  await browsers.grace.answer(call.id)
  await browsers.grace.waitForCall(call.id, ({ phase, userId }) => phase === 'talking' && userId === grace.id)
  caller.play(createSine(500, 8_000))
  browsers.grace.say(1_100)
  await browsers.grace.waitForTone(500)
  await caller.receivesTone(1_100, [tones.main])
  expect(browsers.linus.messages.filter(({ type }) => type === 'call.incoming')).toEqual([])
  expect(await listTimers(phone)).not.toContain('menu')
})

test('a key leads to another menu, whose key leads to a group, and a call that no member takes to the next target', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus, trunk, browsers } = bakery
  const as = phone.as(ada)
  const [main, sub] = [await uploadTone(as, tones.main), await uploadTone(as, tones.sub)]
  const group = {
    id: randomUUID(),
    name: 'Bakers',
    memberIds: [grace.id],
    strategy: 'in-turn',
    ringSeconds: 20,
  }
  const toGroup = { kind: 'group', groupId: group.id }
  const menus = [
    createMenu({ '2': { kind: 'menu', menuId: subId } }, { announcementId: main }),
    createMenu({ '*': toGroup }, { id: subId, announcementId: sub }),
  ]
  await saveMenus(as, { menus, groups: [group], unanswered: toUser(linus) })

  const caller = await trunk.callIn()
  await caller.receivesTone(tones.main)
  caller.press('2')
  await caller.receivesTone(tones.sub)
  caller.press('*')
  const { call } = await browsers.grace.next('call.incoming')
  expect(call.via).toEqual(['Main', 'Bakers'])
  expect((await phone.as(grace).post(`/calls/${call.id}/decline`, {})).status).toBe(200)

  expect((await browsers.linus.next('call.incoming')).call).toMatchObject({
    id: call.id,
    via: ['Main', 'Bakers'],
  })
  await browsers.linus.answer(call.id)
  await browsers.linus.waitForCall(call.id, ({ phase }) => phase === 'talking')
})

test('keys that are pressed ahead lead through two menus to a queue, and the fallback of a route can be a menu', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk, browsers } = bakery
  const group = { id: randomUUID(), name: 'Bakers', memberIds: [grace.id], strategy: 'all', ringSeconds: 20 }
  const queue = { id: randomUUID(), name: 'Orders', groupId: group.id, maxWaitSeconds: 60, maxCallers: 1 }
  const toQueue = { kind: 'queue', queueId: queue.id }
  const menus = [
    createMenu({ '1': { kind: 'menu', menuId: subId } }),
    createMenu({ '0': toQueue }, { id: subId }),
  ]
  const unanswered = { kind: 'menu', menuId: subId }
  expect(
    (await saveMenus(phone.as(ada), { menus, groups: [group], queues: [queue], unanswered })).status,
  ).toBe(200)

  const caller = await trunk.callIn()
  await caller.next('answered')
  caller.press('10')
  const { call } = await browsers.grace.next('call.incoming')
  const second = await trunk.callIn('+15550143')
  await second.next('answered')
  second.press('10')
  // The queue is full, so that the second caller gets the menu of unanswered calls.
  const stages = ['prompt', 'prompt', 'left by 0', 'prompt']
  await waitUntil('the second caller is in the second menu', async () => {
    const { rows } = await phone.database.pool.query(
      "select data->'menu'->>'stage' as stage from phone.call_events where call_id <> $1 and type in ('menu', 'menu-left')",
      [call.id],
    )
    return rows.length >= stages.length
  })
  second.press('0')
  await second.next('ended')
  await browsers.grace.answer(call.id)
  await browsers.grace.waitForCall(call.id, ({ phase }) => phase === 'talking')
})

/** Guarantee (ZR273): a caller cannot occupy a menu, by silence or by keys. */
test('ZR273: a caller who presses no key hears the menu twice, and then gets the fallback', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus, trunk, browsers } = bakery
  const as = phone.as(ada)
  const announcementId = await uploadTone(as, tones.main)
  await saveMenus(as, {
    menus: [createMenu({ '1': toUser(grace) }, { announcementId, fallback: toUser(linus) })],
  })

  await trunk.callIn()

  await waitForStages(phone, ['prompt', 'waiting', 'prompt', 'waiting', 'left by no key'])
  await browsers.linus.next('call.incoming')
  const { rows } = await phone.database.pool.query(
    "select extract(epoch from max(at) - min(at))::float8 as seconds from phone.call_events where type in ('menu', 'menu-left')",
  )
  expect(rows[0].seconds).toBeGreaterThan(11)
})

test('ZR273: a caller who presses many keys that the menu does not have gets the fallback after the third', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus, trunk, browsers } = bakery
  const as = phone.as(ada)
  const announcementId = await uploadTone(as, tones.invalid, 2)
  await as.put('/announcements/replacements', { name: 'menu-invalid', announcementId })
  await saveMenus(as, { menus: [createMenu({ '1': toUser(grace) }, { fallback: toUser(linus) })] })

  const caller = await trunk.callIn()
  await caller.next('answered')
  caller.press('9')
  await caller.receivesTone(tones.invalid)
  await waitForStages(phone, ['prompt', 'invalid', 'prompt'])
  caller.press('#9999999991111')

  const { call } = await browsers.linus.next('call.incoming')
  await waitUntil('all keys have arrived', async () => {
    const { rows } = await phone.database.pool.query(
      "select count(*)::int as count from phone.call_events where type = 'digit'",
    )
    return rows[0].count === 15
  })
  expect(await listStages(phone)).toEqual(['prompt', 'invalid', 'prompt', 'invalid', 'left by no key'])
  await browsers.linus.answer(call.id)
  await browsers.linus.waitForCall(call.id, ({ phase }) => phase === 'talking')
  expect(browsers.grace.messages.filter(({ type }) => type === 'call.incoming')).toEqual([])
})

/** Guarantee (ZR353): a caller cannot have a menu repeated for ever. */
test('ZR353: a key repeats the announcement, and the sixth repetition leads to the fallback', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus, trunk, browsers } = bakery
  const as = phone.as(ada)
  const announcementId = await uploadTone(as, tones.main, 20)
  const menu = createMenu(
    { '1': toUser(grace), '*': { kind: 'repeat' } },
    { announcementId, fallback: toUser(linus) },
  )
  expect((await saveMenus(as, { menus: [menu] })).status).toBe(200)

  const caller = await trunk.callIn()
  await caller.receivesTone(tones.main)
  caller.press('*')
  await waitForStages(phone, ['prompt', 'prompt'])
  await caller.receivesTone(tones.main)
  expect(await listTimers(phone)).toContain('menu')
  caller.press('*****')

  const { call } = await browsers.linus.next('call.incoming')
  expect(await listStages(phone)).toEqual([...Array.from({ length: 6 }, () => 'prompt'), 'left by no key'])
  await browsers.linus.answer(call.id)
  await browsers.linus.waitForCall(call.id, ({ phase }) => phase === 'talking')
  expect(browsers.grace.messages.filter(({ type }) => type === 'call.incoming')).toEqual([])
})

test('ZR353: only a key can repeat a menu, not its fallback or a route', async () => {
  await using bakery = await startBakery()
  const as = bakery.phone.as(bakery.ada)
  const repeat = { kind: 'repeat' }

  const fallback = await saveMenus(as, { menus: [createMenu({ '1': hangUp }, { fallback: repeat })] })
  const route = await saveMenus(as, { menus: [createMenu({ '1': hangUp })], unanswered: repeat })

  expect([fallback, route].map(({ status }) => status)).toEqual([400, 400])
})

test('ZR273: after ten minutes in menus a caller gets the fallback, also with another key', async () => {
  let aheadMs = 0
  await using bakery = await startBakery({ now: () => new Date(Date.now() + aheadMs) })
  const { phone, ada, grace, linus, trunk, browsers } = bakery
  const menus = [
    createMenu({ '1': toUser(grace) }, { fallback: { kind: 'menu', menuId: subId } }),
    createMenu({ '1': toUser(grace) }, { id: subId, fallback: toUser(linus) }),
  ]
  await saveMenus(phone.as(ada), { menus })
  const caller = await trunk.callIn()
  await caller.next('answered')
  await waitForStages(phone, ['prompt'])
  aheadMs = 10 * 60_000

  caller.press('1')

  await browsers.linus.next('call.incoming')
  expect(await listStages(phone)).toEqual(['prompt', 'left by no key'])
})

/** Guarantee (ZR274): a flood of callers cannot take the audio of the service. */
test('ZR274: with a hundred callers in menus, a further one is not answered and gets the fallback', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus, trunk, browsers } = bakery
  await saveMenus(phone.as(ada), { menus: [createMenu({ '1': toUser(grace) }, { fallback: toUser(linus) })] })
  const first = await trunk.callIn()
  await first.next('answered')
  await phone.database.pool.query(
    `insert into phone.calls
     select (jsonb_populate_record(calls, jsonb_build_object('id', gen_random_uuid()))).*
     from phone.calls, generate_series(1, 99)`,
  )

  const second = await trunk.callIn('+15550143')
  const { call } = await browsers.linus.next('call.incoming')
  expect(call.number).toBe('+15550143')
  expect(second.events.some(({ type }) => type === 'answered')).toBe(false)
  await browsers.linus.answer(call.id)
  await second.next('answered')
})

/** Guarantee (ZR275): a menu makes no call that its administrator may not make. */
test('ZR275: a key connects with a number within the rules of dialled calls, when it is saved and at each call', async () => {
  await using bakery = await startBakery()
  const { phone, ada, linus, trunk, browsers } = bakery
  const as = phone.as(ada)
  const toNumber = (number: string) => ({ kind: 'number', number })
  for (const [number, code] of [
    ['+19005552368', 'PREMIUM_NUMBER'],
    ['+390612345678', 'COUNTRY_NOT_ALLOWED'],
  ] as const) {
    expect((await saveMenus(as, { menus: [createMenu({ '1': toNumber(number) })] })).body.code).toBe(code)
    const fallback = toNumber(number)
    expect((await saveMenus(as, { menus: [createMenu({ '1': hangUp }, { fallback })] })).body.code).toBe(code)
  }
  await saveMenus(as, { menus: [createMenu({ '3': toNumber(mobile) })], unanswered: toUser(linus) })

  const caller = await trunk.callIn()
  await caller.next('answered')
  caller.press('3')
  const target = await trunk.nextCall()
  await target.answer()
  caller.play(createSine(500, 8_000))
  target.play(createSine(1_100, 8_000))
  await caller.receivesTone(1_100)
  await target.receivesTone(500)
  await target.hangUp()
  await caller.next('ended')
  expect(await waitForEndedCall(phone, ada)).toMatchObject({ endReason: 'other-hung-up', userId: null })

  await phone.database.pool.query("update phone.calling_limits set allowed_countries = '{DE}'")
  const second = await trunk.callIn('+15550143')
  await second.next('answered')
  second.press('3')
  await browsers.linus.next('call.incoming')
  const [refusal] = (await as.get('/limits/refusals')).body.items
  expect(refusal).toMatchObject({ dialled: mobile, code: 'COUNTRY_NOT_ALLOWED' })
})

test('ZR275: a call that was forwarded before is not forwarded by a key, and gets the next target', async () => {
  await using bakery = await startBakery()
  const { phone, ada, linus, trunk, browsers } = bakery
  const toMobile = { kind: 'number', number: mobile }
  await saveMenus(phone.as(ada), { menus: [createMenu({ '3': toMobile })], unanswered: toUser(linus) })
  const caller = await trunk.callIn('+15550142')
  await caller.next('answered')
  const forwarding = { stage: 'completed', legId: randomUUID(), number: '+12125552368', from: '+15550142' }
  await phone.database.pool.query(
    `insert into phone.calls
     select (jsonb_populate_record(calls, jsonb_build_object(
       'id', gen_random_uuid(), 'state', state || jsonb_build_object('forwarding', $1::jsonb)
     ))).* from phone.calls`,
    [JSON.stringify(forwarding)],
  )

  caller.press('3')

  await browsers.linus.next('call.incoming')
  const { rows } = await phone.database.pool.query(
    "select 1 from phone.call_events where type = 'forwarding'",
  )
  expect(rows).toEqual([])
})

test('after a number that does not answer, the announcement of a menu is heard before it waits for a key', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk, browsers } = bakery
  const as = phone.as(ada)
  const announcementId = await uploadTone(as, tones.main, 2)
  const menus = [createMenu({ '1': toUser(grace) }, { announcementId })]
  const unanswered = { kind: 'menu', menuId: mainId }
  await saveMenus(as, { menus, open: { kind: 'number', number: mobile }, unanswered })

  const caller = await trunk.callIn()
  ;(await trunk.nextCall()).refuse(486)
  await caller.receivesTone(tones.main)
  expect(await listStages(phone)).toEqual(['prompt'])
  await waitForStages(phone, ['prompt', 'waiting'])
  caller.press('1')
  await browsers.grace.next('call.incoming')
})

test('a user to whom a key leads has their own voicemail; without it the target of unanswered calls follows', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus, trunk, browsers } = bakery
  await saveMenus(phone.as(ada), { menus: [createMenu({ '1': toUser(grace) })], unanswered: toUser(linus) })
  const asGrace = phone.as(grace)
  await asGrace.patch('/me/settings', { doNotDisturb: 'on' })

  const first = await trunk.callIn()
  await first.next('answered')
  first.press('1')
  await first.receivesTone(1_000)
  const { rows } = await phone.database.pool.query("select state->'voicemail' as voicemail from phone.calls")
  expect(rows).toMatchObject([{ voicemail: { userId: grace.id } }])
  await first.hangUp()

  await asGrace.patch('/me/settings', { voicemail: 'off' })
  const second = await trunk.callIn('+15550143')
  await second.next('answered')
  second.press('1')
  expect((await browsers.linus.next('call.incoming')).call.number).toBe('+15550143')
  expect(browsers.grace.messages.filter(({ type }) => type === 'call.incoming')).toEqual([])
})

/** Guarantee (ZR276): neither a caller nor a process that ends leaves anything behind. */
test('ZR276: a caller who hangs up during the announcement is missed by all members, and nothing remains', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  await saveMenus(phone.as(ada), { menus: [createMenu({ '1': toUser(grace) })] })

  const caller = await trunk.callIn()
  await caller.next('answered')
  await caller.receivesSpeech()
  expect(await listTimers(phone)).toEqual(['menu'])
  await caller.hangUp()

  expect(await waitForEndedCall(phone, grace)).toMatchObject({ endReason: 'missed', answeredAt: null })
  await waitUntil('the call is counted as missed', async () => {
    const counts = await Promise.all([ada, grace].map((user) => phone.as(user).get('/calls/missed/count')))
    return counts.every(({ body }) => body.count === 1)
  })
  expect(await listTimers(phone)).toEqual([])
})

test('ZR276: a call in a menu ends with its timer when the service stops', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  await saveMenus(phone.as(ada), { menus: [createMenu({ '1': toUser(grace) })] })
  const caller = await trunk.callIn()
  await caller.next('answered')
  await waitForStages(phone, ['prompt'])

  await phone.service[Symbol.asyncDispose]()
  await caller.next('ended')
  await using again = await restartPhone(phone)

  expect(await waitForEndedCall(again, ada)).toMatchObject({ endReason: 'server-stopped' })
  expect(await listTimers(phone)).toEqual([])
})

/** Guarantee (ZR271): a menu names nothing of another workspace, and nothing that does not exist. */
test('ZR271: a menu leads only to parts and members of its workspace', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace } = bakery
  const hedy = phone.signUp('Hedy')
  const as = phone.as(ada)
  const foreign = await uploadTone(phone.as(hedy), tones.main)
  const unknown = randomUUID()
  const refused = [
    [createMenu({ '1': toUser(hedy) }), 'ROUTING_MEMBER_NOT_FOUND'],
    [createMenu({ '1': hangUp }, { fallback: toUser(hedy) }), 'ROUTING_MEMBER_NOT_FOUND'],
    [createMenu({ '1': hangUp }, { announcementId: foreign }), 'ROUTING_ANNOUNCEMENT_NOT_FOUND'],
    [createMenu({ '1': { kind: 'voicemail', announcementId: foreign } }), 'ROUTING_ANNOUNCEMENT_NOT_FOUND'],
    [createMenu({ '1': { kind: 'group', groupId: unknown } }), 'SCHEMA_ERROR'],
    [createMenu({ '1': { kind: 'queue', queueId: unknown } }), 'SCHEMA_ERROR'],
    [createMenu({ '1': { kind: 'menu', menuId: unknown } }), 'SCHEMA_ERROR'],
    [createMenu({ '#': hangUp }), 'SCHEMA_ERROR'],
    [createMenu({}), 'SCHEMA_ERROR'],
  ] as const
  for (const [menu, code] of refused)
    expect((await saveMenus(as, { menus: [menu] })).body, JSON.stringify(menu)).toMatchObject({ code })
  const entry = { key: '1', label: 'Grace', target: toUser(grace) }
  const twice = createMenu({}, { entries: [entry, entry] })
  expect((await saveMenus(as, { menus: [twice] })).body.code).toBe('SCHEMA_ERROR')
  expect((await as.get('/routing')).body.version).toBe(0)
})

/** Guarantee (ZR272): no caller is led in a circle. */
test('ZR272: menus lead through three levels at most, and never back', async () => {
  await using bakery = await startBakery()
  const as = bakery.phone.as(bakery.ada)
  const ids = [mainId, subId, randomUUID(), randomUUID()]
  const toMenu = (menuId: string | undefined) => ({ kind: 'menu', menuId })
  const chain = (length: number, last: object, through: 'key' | 'fallback' = 'key') =>
    ids.slice(0, length).map((id, index) => {
      const next = index === length - 1 ? last : toMenu(ids[index + 1])
      return through === 'key'
        ? createMenu({ '1': next }, { id })
        : createMenu({ '1': hangUp }, { id, fallback: next })
    })

  const refused = [chain(1, toMenu(mainId)), chain(2, toMenu(mainId)), chain(3, toMenu(mainId), 'fallback')]
  for (const menus of [...refused, chain(4, hangUp), chain(4, hangUp, 'fallback')])
    expect((await saveMenus(as, { menus })).body.code).toBe('SCHEMA_ERROR')
  const many = Array.from({ length: 21 }, () => createMenu({ '1': hangUp }, { id: randomUUID() }))
  expect((await saveMenus(as, { menus: [createMenu({ '1': hangUp }), ...many.slice(1)] })).body.code).toBe(
    'SCHEMA_ERROR',
  )
  expect((await saveMenus(as, { menus: chain(3, hangUp) })).status).toBe(200)
})

test('ZR249: an announcement of a menu is not deleted, and callers hear the usual one without it', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  const as = phone.as(ada)
  const announcementId = await uploadTone(as, tones.main)
  const usual = await uploadTone(as, tones.sub, 3)
  await as.put('/announcements/replacements', { name: 'menu-prompt', announcementId: usual })
  await saveMenus(as, { menus: [createMenu({ '1': toUser(grace) }, { announcementId })] })
  expect((await as.delete(`/announcements/${announcementId}`)).body.code).toBe('ANNOUNCEMENT_IN_USE')

  await saveMenus(as, { menus: [createMenu({ '1': toUser(grace) })] })
  expect((await as.delete(`/announcements/${announcementId}`)).status).toBe(200)
  const caller = await trunk.callIn()
  await caller.receivesTone(tones.sub)
})

test('ZR10: names and labels of a menu show no invisible characters', async () => {
  await using bakery = await startBakery()
  const as = bakery.phone.as(bakery.ada)
  const label = (text: string) => [{ key: '1', label: text, target: hangUp }]
  const saved = await saveMenus(as, {
    menus: [createMenu({}, { name: 'Ma\u202ein', entries: label('Or\u202eders') })],
  })
  expect(saved.body.configuration.menus).toMatchObject([{ name: 'Main', entries: [{ label: 'Orders' }] }])
  const empty = await saveMenus(as, { menus: [createMenu({}, { entries: label('\u202e') })] })
  expect(empty.body.code).toBe('SCHEMA_ERROR')
})
