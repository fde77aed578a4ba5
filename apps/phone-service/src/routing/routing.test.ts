import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser, type TestBrowser } from '../testing/test-browser.ts'

const number = '+12125552368'
const empty = { groups: [], openingHours: [], queues: [], menus: [], routes: [] }
const hangUp = { kind: 'hang-up' }

/** Starts a phone with an administrator, two members and a trunk of their workspace. */
async function startBakery() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const linus = phone.accounts.addUser('Linus', ada.teamIds)
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  const browsers = {
    ada: stack.use(await openBrowser(phone, ada)),
    grace: stack.use(await openBrowser(phone, grace)),
    linus: stack.use(await openBrowser(phone, linus)),
  }
  return { phone, ada, grace, linus, trunk, browsers, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function saveRouting(phone: TestPhone, user: FakeUser, configuration: object) {
  const { body: before } = await phone.as(user).get('/routing')
  const saved = await phone.as(user).put('/routing', { version: before.version, configuration })
  expect(saved).toMatchObject({ status: 200, body: { version: before.version + 1 } })
}

/** Returns a configuration in which a group gets the calls to all numbers. */
function toGroup(members: readonly FakeUser[], properties: object, unanswered: object = hangUp) {
  const id = randomUUID()
  const group = {
    id,
    name: 'Bakers',
    memberIds: members.map((user) => user.id),
    ringSeconds: 5,
    ...properties,
  }
  const open = { kind: 'group', groupId: id }
  const route = { number, openingHoursId: null, open, closed: hangUp, unanswered }
  return { groups: [group], openingHours: [], routes: [route] }
}

function countRings({ messages }: TestBrowser): number {
  return messages.filter(({ type }) => type === 'call.incoming').length
}

/** Guarantee (ZR190): a call to a group disturbs no other user, and no other user can take it. */
test('ZR190: a call rings for the members of a group, who alone see, answer and miss it', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus, trunk, browsers } = bakery
  await saveRouting(phone, ada, toGroup([ada, grace], { strategy: 'all' }))

  const far = await trunk.callIn()
  const { call } = await browsers.ada.next('call.incoming')
  await browsers.grace.next('call.incoming')

  expect((await phone.as(linus).get('/calls/active')).body.items).toEqual([])
  const byLinus = await phone.as(linus).post(`/calls/${call.id}/answer`, { handsetId: randomUUID() })
  expect(byLinus.body.code).toBe('CALL_NOT_FOUND')
  expect((await phone.as(linus).post(`/calls/${call.id}/decline`, {})).body.code).toBe('CALL_NOT_FOUND')
  await far.hangUp()
  await browsers.grace.next('call.ended')
  expect((await phone.as(grace).get('/calls/missed/count')).body.count).toBe(1)
  expect((await phone.as(linus).get('/calls/missed/count')).body.count).toBe(0)
  expect((await phone.as(linus).get('/calls')).body.items).toEqual([])
  expect(countRings(browsers.linus)).toBe(0)
})

test('of two members who answer a call to their group at the same time, one gets it', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk, browsers } = bakery
  await saveRouting(phone, ada, toGroup([ada, grace], { strategy: 'all', ringSeconds: 30 }))
  const far = await trunk.callIn()
  const { call } = await browsers.ada.next('call.incoming')
  await browsers.grace.next('call.incoming')

  const answers = await Promise.allSettled([browsers.ada.answer(call.id), browsers.grace.answer(call.id)])

  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason)] : []))
  expect(refused).toHaveLength(1)
  expect(refused[0]).toContain('CALL_ELSEWHERE')
  await far.next('answered')
  const winner = answers[0].status === 'fulfilled' ? browsers.ada : browsers.grace
  const talking = await winner.waitForCall(call.id, ({ userId }) => userId !== null)
  expect(talking.legs.filter(({ kind, state }) => kind === 'browser' && state === 'joined')).toHaveLength(1)
})

test('a call that rings keeps its members when an administrator changes the group', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus, trunk, browsers } = bakery
  await saveRouting(phone, ada, toGroup([grace], { strategy: 'all', ringSeconds: 30 }))
  await trunk.callIn()
  const { call } = await browsers.grace.next('call.incoming')

  await saveRouting(phone, ada, toGroup([linus], { strategy: 'all', ringSeconds: 30 }))

  await browsers.grace.answer(call.id)
  await browsers.grace.waitForCall(call.id, ({ phase }) => phase === 'talking')
  expect(countRings(browsers.linus)).toBe(0)
  await trunk.callIn('+15550143')
  expect((await browsers.linus.next('call.incoming')).call.number).toBe('+15550143')
})

/** Guarantee (ZR191): only the member whose turn it is can take the call, and each call begins with the next one. */
test('ZR191: a call rings for the members of a group in turn, and the next call begins with the next one', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus, trunk, browsers } = bakery
  await saveRouting(
    phone,
    ada,
    toGroup([grace, linus], { strategy: 'in-turn' }, { kind: 'user', userId: ada.id }),
  )

  await trunk.callIn()
  const { call } = await browsers.grace.next('call.incoming')
  expect(countRings(browsers.linus)).toBe(0)
  const tooEarly = await phone.as(linus).post(`/calls/${call.id}/answer`, { handsetId: randomUUID() })
  expect(tooEarly.body.code).toBe('CALL_NOT_FOUND')

  await browsers.linus.next('call.incoming')
  await browsers.grace.next('call.stopped-ringing')
  const tooLate = await phone.as(grace).post(`/calls/${call.id}/answer`, { handsetId: randomUUID() })
  expect(tooLate.body.code).toBe('CALL_ELSEWHERE')
  expect((await phone.as(linus).post(`/calls/${call.id}/decline`, {})).status).toBe(200)
  await browsers.ada.next('call.incoming')
  await browsers.ada.answer(call.id)
  await browsers.ada.waitForCall(call.id, ({ phase }) => phase === 'talking')
  expect((await phone.as(ada).post(`/calls/${call.id}/hang-up`, { reason: 'hung-up' })).status).toBe(200)

  // Linus was the last for whom the group rang.
  const second = await trunk.callIn('+15550143')
  const { call: next } = await browsers.grace.next('call.incoming', (message) => message.call.id !== call.id)
  expect(next.number).toBe('+15550143')
  await second.hangUp()
  await browsers.grace.next('call.ended', (message) => message.call.id === next.id)
  const third = await trunk.callIn('+15550144')
  const atLinus = await browsers.linus.next('call.incoming', (message) => message.call.number === '+15550144')
  expect(countRings(browsers.grace)).toBe(2)
  expect(atLinus.call.phase).toBe('ringing')
  await third.hangUp()
})

/** Guarantee (ZR192): two calls at the same time do not ring for the same member of a group in turn. */
test('ZR192: two calls at the same time ring for two members of a group in turn', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus, trunk, browsers } = bakery
  await saveRouting(phone, ada, toGroup([grace, linus], { strategy: 'in-turn', ringSeconds: 60 }))

  await Promise.all([trunk.callIn('+15550142'), trunk.callIn('+15550143')])

  const atGrace = await browsers.grace.next('call.incoming')
  const atLinus = await browsers.linus.next('call.incoming')
  expect([atGrace.call.number, atLinus.call.number].toSorted()).toEqual(['+15550142', '+15550143'])
})

test('a group rings first for the member whose last call ended first, and not for members in a call', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus, trunk, browsers } = bakery
  await browsers.grace.call('+15550100')
  const { call: ofGrace } = await browsers.grace.next('call.updated', ({ call }) => call.phase === 'talking')
  await phone.as(grace).post(`/calls/${ofGrace.id}/hang-up`, { reason: 'hung-up' })
  await browsers.grace.next('call.ended')
  await saveRouting(phone, ada, toGroup([grace, linus], { strategy: 'longest-idle', ringSeconds: 60 }))

  const first = await trunk.callIn('+15550142')
  const { call } = await browsers.linus.next('call.incoming')
  await browsers.linus.answer(call.id)
  await browsers.linus.waitForCall(call.id, ({ phase }) => phase === 'talking')
  const second = await trunk.callIn('+15550143')
  expect((await browsers.grace.next('call.incoming')).call.number).toBe('+15550143')
  expect(countRings(browsers.linus)).toBe(1)

  await Promise.all([first.hangUp(), second.hangUp()])
})

/** Guarantee (ZR193): a user who does not want to be disturbed hears no call, and can take none. */
test('ZR193: no call rings for a user who does not want to be disturbed, until that time is over', async () => {
  await using bakery = await startBakery()
  const { phone, grace, trunk, browsers } = bakery
  const until = Date.now() + 3_600_000
  const settings = { doNotDisturb: 'on', doNotDisturbUntil: until }
  expect((await phone.as(grace).patch('/me/settings', settings)).body).toMatchObject(settings)

  const far = await trunk.callIn()
  const { call } = await browsers.ada.next('call.incoming')
  expect((await phone.as(grace).get('/calls/active')).body.items).toEqual([])
  const answered = await phone.as(grace).post(`/calls/${call.id}/answer`, { handsetId: randomUUID() })
  expect(answered.body.code).toBe('CALL_ELSEWHERE')
  await far.hangUp()
  await browsers.ada.next('call.ended')
  expect(countRings(browsers.grace)).toBe(0)

  await phone.as(grace).patch('/me/settings', { doNotDisturbUntil: Date.now() - 1 })
  await trunk.callIn()
  await browsers.grace.next('call.incoming')
})

test('a call that rings for no user is rejected and stored as missed', async () => {
  await using bakery = await startBakery()
  const { phone, ada, trunk, browsers } = bakery
  const holidays = { id: randomUUID(), name: 'Never', timeZone: 'Europe/Berlin', weekly: [], holidays: [] }
  const everyone = { kind: 'everyone' }
  const route = {
    number: null,
    openingHoursId: holidays.id,
    open: everyone,
    closed: hangUp,
    unanswered: hangUp,
  }
  await saveRouting(phone, ada, { ...empty, openingHours: [holidays], routes: [route] })

  const far = await trunk.callIn()

  expect((await far.next('refused')).status).toBe(480)
  const { call } = await browsers.grace.next('call.ended')
  expect(call).toMatchObject({ endReason: 'missed', direction: 'incoming' })
  expect((await phone.as(ada).get('/calls/missed/count')).body.count).toBe(1)
  expect(countRings(browsers.ada)).toBe(0)
})

/** Guarantee (ZR194): no administrator overwrites what another one has saved in between. */
test('ZR194: a save of an older version is rejected, also of two at the same time', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const save = (version: number) => phone.as(ada).put('/routing', { version, configuration: empty })

  for (const version of [0, 1]) {
    const statuses = (await Promise.all([save(version), save(version), save(version)])).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted()).toEqual([200, 409, 409])
  }

  expect((await save(0)).body.code).toBe('ROUTING_CHANGED')
  expect((await phone.as(ada).get('/routing')).body.version).toBe(2)
  const entries = await listAuditEntries(phone)
  expect(entries.filter(({ action }) => action === 'routing.saved')).toHaveLength(2)
})

/** Guarantee (ZR195): a workspace cannot route to users or numbers of another one. */
test('ZR195: the routing names only members and numbers of its workspace', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace } = bakery
  const hedy = phone.signUp('Hedy')
  const save = (user: FakeUser, configuration: object) =>
    phone.as(user).put('/routing', { version: 0, configuration })
  const everyone = { kind: 'everyone' }
  const route = { number, openingHoursId: null, open: everyone, closed: everyone, unanswered: hangUp }
  const toHedy = { ...route, open: { kind: 'user', userId: hedy.id } }

  const byHedy = await save(hedy, { ...empty, routes: [route] })
  expect(byHedy.body).toMatchObject({ code: 'ROUTING_NUMBER_NOT_FOUND', details: { number } })
  const foreignUser = await save(ada, { ...empty, routes: [toHedy] })
  expect(foreignUser.body).toMatchObject({ code: 'ROUTING_MEMBER_NOT_FOUND', details: { userId: hedy.id } })
  const foreignMember = await save(ada, toGroup([grace, hedy], { strategy: 'all' }))
  expect(foreignMember.body).toMatchObject({ code: 'ROUTING_MEMBER_NOT_FOUND', details: { userId: hedy.id } })
  expect((await phone.as(ada).get('/routing')).body).toEqual({ version: 0, configuration: empty })
})

test('the routing and the blocked numbers of a workspace are deleted with it, and no others', async () => {
  await using phone = await startPhone()
  const [ada, hedy] = [phone.signUp('Ada'), phone.signUp('Hedy')]
  for (const user of [ada, hedy]) {
    await saveRouting(phone, user, empty)
    await phone.as(user).post('/blocked-numbers', { number, scope: 'workspace' })
    await phone.as(user).put('/blocked-numbers/anonymous-callers', { areBlocked: true })
  }

  expect(await sendAccountEvent(phone, { type: 'team.deleted', data: { id: ada.teamIds[0] } })).toBe(204)

  for (const table of ['routing_configurations', 'blocked_numbers', 'anonymous_callers']) {
    const { rows } = await phone.database.pool.query(`select workspace_id from phone.${table}`)
    expect(rows, table).toEqual([{ workspace_id: hedy.teamIds[0] }])
  }
})

const someId = randomUUID()
const someHours = { id: someId, name: 'Hours', timeZone: 'Europe/Berlin', weekly: [], holidays: [] }
const someRoute = { number: null, openingHoursId: null, open: hangUp, closed: hangUp, unanswered: hangUp }
const someGroup = { id: someId, name: 'Bakers', memberIds: [], strategy: 'all', ringSeconds: 20 }
const someQueue = { id: someId, name: 'Waiting', groupId: someId, maxWaitSeconds: 30, maxCallers: 5 }
const monday = { day: 1, intervals: [{ from: '09:00', to: '17:00' }] }

/** Guarantee (ZR10): administrators see the names that they choose from, in the order in which they were written. */
test('ZR10, ZR324: names of groups, queues, opening hours and holidays contain no invisible characters', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  const name = '\u202esrekaB\u202c\u200b'
  const holidays = [{ date: '2026-12-25', name, intervals: [] }]
  const configuration = {
    ...empty,
    groups: [{ ...someGroup, name }],
    queues: [{ ...someQueue, name }],
    openingHours: [{ ...someHours, name, holidays }],
  }

  const saved = await ada.put('/routing', { version: 0, configuration })

  expect(saved.body.configuration).toMatchObject({
    groups: [{ name: 'srekaB' }],
    queues: [{ name: 'srekaB' }],
    openingHours: [{ name: 'srekaB', holidays: [{ name: 'srekaB' }] }],
  })
  expect((await ada.get('/routing')).body).toEqual(saved.body)
})

test('the largest configuration is accepted', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const members = Array.from({ length: 49 }, () => phone.accounts.addUser('Member', ada.teamIds))
  const intervals = Array.from({ length: 5 }, () => monday.intervals).flat()
  const holidays = Array.from({ length: 100 }, (_, day) => ({
    date: new Date(day * 86_400_000).toISOString().slice(0, 10),
    name: 'ä'.repeat(60),
    intervals,
  }))
  const groups = Array.from({ length: 50 }, () => ({
    ...someGroup,
    id: randomUUID(),
    memberIds: [ada, ...members].map(({ id }) => id),
  }))
  const openingHours = Array.from({ length: 20 }, () => ({ ...someHours, id: randomUUID(), holidays }))

  const configuration = { ...empty, groups, openingHours }
  const saved = await phone.as(ada).put('/routing', { version: 0, configuration })

  expect(saved).toMatchObject({ status: 200, body: { version: 1 } })
})

const invalid: readonly (readonly [string, object])[] = [
  ['a group that does not exist', { routes: [{ ...someRoute, open: { kind: 'group', groupId: someId } }] }],
  ['opening hours that do not exist', { routes: [{ ...someRoute, openingHoursId: someId }] }],
  ['two routes of a number', { routes: [someRoute, someRoute] }],
  ['two groups with an id', { groups: [someGroup, someGroup] }],
  ['a member twice', { groups: [{ ...someGroup, memberIds: [someId, someId] }] }],
  ['a time zone that does not exist', { openingHours: [{ ...someHours, timeZone: 'Mars/Olympus' }] }],
  ['a day twice', { openingHours: [{ ...someHours, weekly: [monday, monday] }] }],
  [
    'an interval that ends before it begins',
    { openingHours: [{ ...someHours, weekly: [{ day: 1, intervals: [{ from: '17:00', to: '09:00' }] }] }] },
  ],
  [
    'a date that does not exist',
    { openingHours: [{ ...someHours, holidays: [{ date: '2026-02-30', name: '', intervals: [] }] }] },
  ],
  ['a group whose name shows nothing', { groups: [{ ...someGroup, name: '\u200b' }] }],
  ['a queue whose name shows nothing', { groups: [someGroup], queues: [{ ...someQueue, name: '\u200b' }] }],
  ['too many groups', { groups: Array.from({ length: 51 }, () => ({ ...someGroup, id: randomUUID() })) }],
]

test('a configuration that contradicts itself is rejected', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))

  for (const [what, configuration] of invalid) {
    const saved = await ada.put('/routing', { version: 0, configuration: { ...empty, ...configuration } })
    expect(saved, what).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  }
  expect((await ada.get('/routing')).body.version).toBe(0)
})
