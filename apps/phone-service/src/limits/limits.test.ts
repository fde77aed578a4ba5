import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import type { PhoneTables } from '../database/tables.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { restartPhone, startPhone, type TestPhone } from '../testing/start-phone.ts'
import { releaseSlots, reserveCallSlot } from './index.ts'

const handsetId = randomUUID()
const limits = {
  homeCountry: 'US',
  allowedCountries: ['US'],
  callsPerMinute: 600,
  concurrentCalls: 500,
  callerName: null,
}

/** Guarantee: concurrent attempts never reserve more call slots than a cap allows. */
test.each([
  ['callsPerMinute', 'CALL_LIMIT_PER_MINUTE'],
  ['concurrentCalls', 'CALL_LIMIT_CONCURRENT'],
] as const)('of 100 concurrent attempts, %s admits 7 and records the others as %s', async (cap, code) => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await phone.as(ada).put('/limits', { ...limits, [cap]: 7 })

  const { claimed, rejected } = await reserveConcurrently(phone, ada, 100)

  expect(claimed).toBe(7)
  expect(new Set(rejected)).toEqual(new Set([code]))
  const { body: log } = await phone.as(ada).get('/limits/refusals?limit=200')
  expect(log.items).toHaveLength(93)
  expect(log.items[0]).toMatchObject({ code, cap: 7, dialled: '+15550100', userId: ada.id })
})

test('a burst of calls through the API stays within the cap', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await phone.as(ada).put('/limits', { ...limits, concurrentCalls: 3 })

  const responses = await Promise.all(
    Array.from({ length: 20 }, () => phone.as(ada).post('/calls', { to: '+1 555 0100', handsetId })),
  )

  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(3)
  expect(statuses.filter((status) => status === 429)).toHaveLength(17)
})

/** Guarantee: caps survive a restart of the service. */
test('the calls of the last minute still count after a restart', async () => {
  const startedAt = new Date()
  const now = () => startedAt
  await using phone = await startPhone({ now })
  const ada = phone.signUp('Ada')
  await phone.as(ada).put('/limits', { ...limits, callsPerMinute: 2 })
  const call = (at: Pick<TestPhone, 'as'>) => at.as(ada).post('/calls', { to: '+1 555 0100', handsetId })

  const before = [await call(phone), await call(phone)]
  await phone.service[Symbol.asyncDispose]()
  await using again = await restartPhone(phone, { now, simulatedPstn: phone.carrier })
  const after = await call(again)

  expect(before.map(({ status }) => status)).toEqual([201, 201])
  expect([after.status, after.body.code]).toEqual([429, 'CALL_LIMIT_PER_MINUTE'])
})

test('a released call slot is available again, and the calls of a minute expire after that minute', async () => {
  let nowMs = Date.now()
  await using phone = await startPhone({ now: () => new Date(nowMs) })
  const ada = phone.signUp('Ada')
  const workspaceId = required(ada.teamIds[0], 'a team')
  await phone.as(ada).put('/limits', { ...limits, callsPerMinute: 2, concurrentCalls: 1 })
  const deps = createDeps(phone, () => new Date(nowMs))
  const claim = (slotId: string) =>
    reserveCallSlot(
      deps,
      { workspaceId, userId: ada.id },
      { slotId, dialled: '+15550100', charged: null, save: async () => {} },
    )
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]

  await claim(first)
  await expect(claim(second)).rejects.toMatchObject({ code: 'CALL_LIMIT_CONCURRENT', details: { limit: 1 } })
  await releaseSlots(deps.database, workspaceId, [first])
  await claim(second)
  await releaseSlots(deps.database, workspaceId, [second, second])
  await expect(claim(third)).rejects.toMatchObject({
    code: 'CALL_LIMIT_PER_MINUTE',
    details: { limit: 2, retryAfterSeconds: 60 },
  })
  nowMs += 60_000

  await expect(claim(third)).resolves.toBeUndefined()
})

/** Guarantee: the calls of a few workspaces, or of many new ones, leave slots to the others. */
test('ZR32: a workspace with many calls leaves slots to others, and workspaces without a trunk leave half', async () => {
  await using phone = await startPhone()
  const [ada, grace, hedy] = [phone.signUp('Ada'), phone.signUp('Grace'), phone.signUp('Hedy')]
  const reserveAll = async (user: FakeUser) => {
    await phone.as(user).put('/limits', limits)
    return (await reserveConcurrently(phone, user, 60, 100)).claimed
  }

  expect(await reserveAll(ada)).toBe(25)
  expect(await reserveAll(grace)).toBe(13)
  await phone.database.pool.query(
    `insert into phone.trunks
       (id, workspace_id, name, host, port, transport, registration, media_encryption, created_at)
     values (gen_random_uuid(), $1, 'North line', '127.0.0.1', 5060, 'udp', 'none', 'off', now())`,
    [hedy.teamIds[0]],
  )
  expect(await reserveAll(hedy)).toBe(31)
})

/** Guarantee: a new workspace can call its own country only, no premium number and no emergency number. */
test.each([
  ['+49 30 901820', 403, 'COUNTRY_NOT_ALLOWED'],
  ['+1 876 922 3456', 403, 'COUNTRY_NOT_ALLOWED'],
  ['+882 16 12345678', 403, 'PREMIUM_NUMBER'],
  ['1 900 234 5678', 403, 'PREMIUM_NUMBER'],
  ['+1 212 976 1234', 403, 'PREMIUM_NUMBER'],
  ['911', 403, 'EMERGENCY_NUMBER'],
  ['9-1-1', 403, 'EMERGENCY_NUMBER'],
  ['+1 911', 403, 'EMERGENCY_NUMBER'],
  ['tel:112', 403, 'EMERGENCY_NUMBER'],
  ['+44 999', 403, 'EMERGENCY_NUMBER'],
  ['not a number', 400, 'NUMBER_NOT_UNDERSTOOD'],
  ['+1 212 555 2368', 409, 'NO_TRUNK'],
])('a call to %s is rejected with %i %s', async (to, status, code) => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')

  const answered = await phone.as(ada).post('/calls', { to, handsetId })
  const checked = await phone.as(ada).post('/numbers/check', { typed: to })

  expect([answered.status, answered.body.code]).toEqual([status, code])
  expect(checked.body.refusal.code).toBe(code)
  const { body: log } = await phone.as(ada).get('/limits/refusals')
  expect(log.items).toHaveLength(status === 403 ? 1 : 0)
  expect((await phone.as(ada).get('/calls')).body.items).toEqual([])
})

test("a user cannot use another user's number as caller ID", async () => {
  await using phone = await startPhone()
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  const from = (await phone.as(grace).get('/me')).body.numbers[0].number

  const answered = await phone.as(ada).post('/calls', { to: '+1 555 0100', from, handsetId })

  expect([answered.status, answered.body.code]).toEqual([403, 'CALLER_ID_NOT_YOURS'])
})

async function reserveConcurrently(
  phone: TestPhone,
  { id: userId, teamIds }: FakeUser,
  attempts: number,
  max?: number,
) {
  const deps = createDeps(phone, () => new Date(), max)
  const initiator = { workspaceId: required(teamIds[0], 'a team'), userId }
  const outcomes = await Promise.allSettled(
    Array.from({ length: attempts }, () =>
      reserveCallSlot(deps, initiator, {
        slotId: randomUUID(),
        dialled: '+15550100',
        charged: null,
        save: async () => {},
      }),
    ),
  )
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected')
  return { claimed: attempts - rejected.length, rejected: rejected.map(({ reason }) => reason.code) }
}

function createDeps(phone: TestPhone, now: () => Date, maxConcurrentCalls = 500) {
  return {
    database: phone.database.schema<PhoneTables>('phone'),
    projectId: 'a project',
    now,
    rateLimits: phone.rateLimits,
    settings: { maxConcurrentCalls, reservationSeconds: 60 },
  }
}
