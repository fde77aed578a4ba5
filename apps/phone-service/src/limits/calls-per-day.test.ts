import { randomUUID } from 'node:crypto'
import { openRateLimits } from '@parley/server'
import { expect, test } from 'vitest'
import type { PhoneTables } from '../database/tables.ts'
import { auditOmittedDenials } from '../request-context/index.ts'
import { occupyAnsweredSlots } from '../testing/occupy-answered-slots.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { startPhoneWithTrunk } from '../testing/start-phone-with-trunk.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { recordRefusal } from './index.ts'

const echo = '+1 555 0100'
const dial = (to: string) => ({ to, handsetId: randomUUID() })

/** Ends the windows of all limits, except those of a day. */
async function passWindows({ database }: TestPhone): Promise<void> {
  await database.pool.query("delete from rate_limits.attempts where name not like '%-in-a-day'")
}

/** Uses up the limits per day of all users who have begun to. */
async function useUpDay({ database }: TestPhone): Promise<void> {
  await database.pool.query(
    "update rate_limits.attempts set ends_at = now() + interval '2 days' where name like '%-in-a-day'",
  )
}

/** Guarantee: no user fills the database with numbers that are rejected. */
test('ZR916: the rejected calls of a user are recorded and audited within limits, and counted beyond', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const { id: userId, teamIds } = ada
  const workspaceId = teamIds[0] ?? ''
  const services = {
    database: phone.database.schema<PhoneTables>('phone'),
    projectId: 'a project',
    now: () => new Date(),
    // 3 in five minutes and 10 a day.
    rateLimits: await openRateLimits(phone.database, 0.01),
  }
  const refuse = async (count: number) => {
    for (let sent = 0; sent < count; sent++)
      await recordRefusal(services, { workspaceId, userId }, '+19002345678', { code: 'PREMIUM_NUMBER' })
  }
  const countRows = async () => {
    const { rows } = await phone.database.pool.query(
      `select (select count(*)::int from phone.call_refusals) as recorded,
        (select count(*)::int from phone.audit_entries where action = 'call.refused') as audited,
        (select omitted::int from phone.omitted_denials where source = $1) as omitted`,
      [`refused calls:${workspaceId}:${userId}`],
    )
    return rows[0]
  }

  await refuse(5)
  expect(await countRows()).toEqual({ recorded: 3, audited: 3, omitted: 2 })
  for (const _ of Array(4)) {
    await passWindows(phone)
    await refuse(3)
  }
  expect(await countRows()).toEqual({ recorded: 10, audited: 10, omitted: 7 })
  const grace = phone.accounts.addUser('Grace', teamIds)
  await recordRefusal(services, { workspaceId, userId: grace.id }, '1', { code: 'PREMIUM_NUMBER' })
  expect(await countRows()).toMatchObject({ recorded: 11 })

  const later = new Date(Date.now() + 6 * 60_000)
  await auditOmittedDenials({ ...services, now: () => later })
  const { items } = (await phone.as(ada).get('/audit-entries?limit=100')).body
  expect(items.filter(({ action }: { action: string }) => action === 'access.omitted')).toMatchObject([
    { details: { omitted: 7 } },
  ])
})

/** Guarantee: no user fills the database with calls and their changes. */
test('ZR917: a user starts, joins and changes a limited number of calls a day', async () => {
  // 10 starts and 20 changes a day.
  await using phone = await startPhone({ rateLimitFactor: 0.002 })
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  const request = async (user: typeof ada, method: string, path: string, body: object) => {
    await passWindows(phone)
    return await phone.request(user, method, path, body)
  }
  const { body: joined } = await request(ada, 'POST', '/calls', dial(echo))
  const change = (index: number) =>
    index % 2 === 0
      ? request(ada, 'PUT', `/calls/${joined.call.id}/muted`, { muted: index % 4 === 0 })
      : request(ada, 'POST', `/calls/${joined.call.id}/join`, { handsetId: randomUUID() })

  const changes = []
  for (let index = 0; index < 24; index++) changes.push((await change(index)).status)
  expect(changes.slice(0, 20)).not.toContain(429)
  expect(changes.slice(20)).toEqual([429, 429, 429, 429])

  const starts = []
  for (let index = 0; index < 12; index++) {
    const { status, body } = await request(ada, 'POST', '/calls', dial(echo))
    starts.push(status)
    if (status === 201)
      expect((await request(ada, 'POST', `/calls/${body.call.id}/hang-up`, {})).status).toBe(200)
  }
  expect(starts.filter((status) => status === 429)).toHaveLength(3)
  expect((await request(grace, 'POST', '/calls', dial(echo))).status).toBe(201)
})

/** Guarantee: the limits of a day stop no emergency call, and prevent no call from ending. */
test('ZR918: beyond all limits of a day, a user calls an emergency number, joins the call again, hangs up and declines', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, api, ada, route } = started
  await using trunk = await openIncomingTrunk(phone, ada, { numbers: ['+12125552369'] })
  await using browser = await openBrowser(phone, ada)
  const { body: active } = await api.post('/calls', dial(echo))
  await api.put(`/calls/${active.call.id}/muted`, { muted: true })
  await api.post('/calls', dial('911'))
  await useUpDay(phone)
  expect((await api.post('/calls', dial(echo))).status).toBe(429)
  expect((await api.put(`/calls/${active.call.id}/muted`, { muted: false })).status).toBe(429)

  // Without a route, with the advice to use another telephone.
  expect((await api.post('/calls', dial('911'))).body.code).toBe('EMERGENCY_NUMBER')
  await phone.database.pool.query("delete from rate_limits.attempts where name like 'phone-changes%'")
  expect((await api.put('/emergency-route', route)).status).toBe(200)
  await useUpDay(phone)
  const emergency = await api.post('/calls', dial('911'))
  expect(emergency.status).toBe(201)
  const path = `/calls/${emergency.body.call.id}`
  expect((await api.post(`${path}/join`, { handsetId: randomUUID() })).status).toBe(200)
  expect((await api.post(`${path}/hang-up`, {})).status).toBe(200)
  expect((await api.post(`/calls/${active.call.id}/hang-up`, {})).status).toBe(200)
  await trunk.callIn()
  const { call } = await browser.next('call.incoming')
  expect((await api.post(`/calls/${call.id}/decline`, {})).status).toBe(200)
})

/** Guarantee: a colleague who is added to an emergency call can answer, and all talk and dial without limits. */
test('ZR923: beyond all limits, a colleague answers in an emergency call, and its members control it', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, api, ada, route, provider } = started
  const grace = phone.accounts.addUser('Grace', [...ada.teamIds])
  await using atAda = await openBrowser(phone, ada)
  await using atGrace = await openBrowser(phone, grace)
  expect((await api.put('/emergency-route', route)).status).toBe(200)
  const { numbers } = (await phone.as(grace).get('/me')).body
  const { number: to } = numbers.find(({ number }: { number: string }) => number !== '+12125552368')
  const { id: ordinary } = await atGrace.call(echo)
  await phone.as(grace).put(`/calls/${ordinary}/muted`, { muted: true })
  const { id } = await atAda.call('911')
  await (await provider.nextCall()).answer()
  await atAda.waitForCall(id, ({ phase }) => phase === 'talking')
  await api.post('/calls', dial(echo))
  await occupyAnsweredSlots(phone, grace, { slots: 10 })
  await useUpDay(phone)

  expect((await phone.as(grace).put(`/calls/${ordinary}/muted`, { muted: false })).status).toBe(429)
  expect((await api.post(`/calls/${id}/participants`, { to })).status).toBe(201)
  const { call } = await atGrace.next('call.incoming')
  await atGrace.answer(call.id)
  await atGrace.waitForCall(call.id, ({ phase }) => phase === 'talking')
  for (const [user, path] of [
    [ada, id],
    [grace, call.id],
  ] as const) {
    expect((await phone.as(user).put(`/calls/${path}/muted`, { muted: true })).status).toBe(200)
    expect((await phone.as(user).post(`/calls/${path}/digits`, { digits: '1' })).status).toBe(200)
  }
  expect((await api.put(`/calls/${id}/on-hold`, { onHold: true })).status).toBe(200)
})

test('ZR923: a caller who shows an emergency number has no privilege', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await using browser = await openBrowser(phone, ada)
  await occupyAnsweredSlots(phone, ada, { slots: 10 })

  await trunk.callIn('911')
  const { call } = await browser.next('call.incoming')

  const answered = await phone.as(ada).post(`/calls/${call.id}/answer`, { handsetId: randomUUID() })
  expect(answered.body.code).toBe('ANSWERED_CALL_LIMIT_USER')
})
