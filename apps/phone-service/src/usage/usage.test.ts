import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'

const prices = { currency: 'EUR', csv: 'prefix,name,price_per_minute\n1,United States,0.5' }
/** Days before today, so that the end of a day during a test changes nothing. */
const [dayBefore, day] = [3, 2].map((ago) =>
  new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10),
)

/** Guarantee: sums belong to the days of the time zone of the workspace, and to the workspace alone. */
test('calls, minutes and spending are summed by day, member and country', async () => {
  await using phone = await startPhone()
  const [ada, linus] = [phone.signUp('Ada'), phone.signUp('Linus')]
  const api = phone.as(ada)
  await api.put('/price-table', prices)
  const limits = { minutesPerDay: null, spendPerDay: null, timeZone: 'America/New_York' }
  await api.put('/limits/daily', limits)
  // In New York, it is still the evening before.
  await insertCall(phone, ada, { startedAt: `${day}T03:00:00Z`, seconds: 90, cost: 1_000_000 })
  await insertCall(phone, ada, { startedAt: `${day}T11:00:00Z`, seconds: 30, cost: 500_000 })
  await insertCall(phone, ada, { startedAt: `${day}T11:30:00Z`, seconds: null, userName: null })
  await insertCall(phone, linus, { startedAt: `${day}T11:00:00Z`, seconds: 600, cost: 9_000_000 })

  const { body } = await api.get('/usage?days=7')

  const missed = { calls: 1, answered: 0, missed: 1, seconds: 0, spendMicros: 0 }
  const isUsed = ({ calls }: { calls: number }) => calls > 0
  expect({ ...body, days: body.days.filter(isUsed) }).toEqual({
    timeZone: 'America/New_York',
    currency: 'EUR',
    days: [
      { day: dayBefore, calls: 1, answered: 1, missed: 0, seconds: 90, spendMicros: 1_000_000 },
      { day, calls: 2, answered: 1, missed: 1, seconds: 30, spendMicros: 500_000 },
    ],
    members: expect.arrayContaining([
      { userId: ada.id, name: 'Ada', calls: 2, answered: 2, missed: 0, seconds: 120, spendMicros: 1_500_000 },
      { userId: null, name: null, ...missed },
    ]),
    countries: [{ country: 'US', calls: 3, answered: 2, missed: 1, seconds: 120, spendMicros: 1_500_000 }],
    previous: null,
    numbers: [
      {
        number: null,
        incoming: 1,
        outgoing: 2,
        answered: 2,
        missed: 1,
        waitSeconds: null,
        seconds: 120,
        spendMicros: 1_500_000,
      },
    ],
    hiddenNumbers: 0,
    today: { seconds: 0, spendMicros: 0 },
  })
})

/** Guarantee: a table by number counts what each number received and what was called from it, and is limited. */
test('ZR352: calls, minutes and spending are summed by number of the workspace, 500 at most', async () => {
  await using phone = await startPhone()
  const [ada, linus] = [phone.signUp('Ada'), phone.signUp('Linus')]
  const api = phone.as(ada)
  await api.put('/price-table', prices)
  const startedAt = `${day}T11:00:00Z`
  const [office, sales] = ['+12125552361', '+12125552362']
  await insertCall(phone, ada, { startedAt, seconds: 90, cost: 1_000_000, ownNumber: office })
  await insertCall(phone, ada, { startedAt, seconds: null, ownNumber: office })
  for (const waitSeconds of [5, 8, 60])
    await insertCall(phone, ada, { startedAt, seconds: 1, waitSeconds, ownNumber: office })
  await insertCall(phone, ada, { startedAt, seconds: 30, ownNumber: sales })
  await insertCall(phone, linus, { startedAt, seconds: 600, cost: 9_000_000, ownNumber: sales })

  const { body } = await api.get('/usage?days=7')

  expect(body.numbers).toEqual([
    {
      number: office,
      ...{ incoming: 4, outgoing: 1, answered: 4, missed: 1, waitSeconds: 8 },
      ...{ seconds: 93, spendMicros: 1_000_000 },
    },
    {
      number: sales,
      ...{ incoming: 0, outgoing: 1, answered: 1, missed: 0, waitSeconds: null },
      ...{ seconds: 30, spendMicros: 0 },
    },
  ])
  await phone.database.pool.query(
    `insert into phone.calls (id, workspace_id, node_id, conference_id, direction, phase, state, started_at,
       ended_at, end_reason, slot_ids, numbers, own_number)
     select gen_random_uuid(), $1, $1, $1, 'incoming', 'ended', '{"legs": []}', $2, $2, 'missed', '{}', '{}',
       '+1212555' || 3000 + number
     from generate_series(1, 600) number`,
    [ada.teamIds[0], startedAt],
  )
  const { body: large } = await api.get('/usage?days=7')
  expect([large.numbers.length, large.hiddenNumbers]).toEqual([500, 102])
  expect(large.numbers[0].number).toBe(office)
})

/** Guarantee: a period is compared with the calls of the workspace alone, and not with days whose calls may be deleted. */
test('the days before a period are summed, unless calls of these days may have been deleted', async () => {
  // Later in the day than those calls, and not at its end.
  let hour = 15
  const today = new Date().toISOString().slice(0, 10)
  const now = () => new Date(`${today}T${hour}:00:00Z`)
  await using phone = await startPhone({ now })
  const [ada, linus] = [phone.signUp('Ada'), phone.signUp('Linus')]
  const api = phone.as(ada)
  const [eve, first, last] = [14, 13, 7].map((ago) =>
    new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10),
  )
  const noon = 'T12:00:00Z'
  await insertCall(phone, ada, { startedAt: `${first}${noon}`, seconds: 60 })
  await insertCall(phone, ada, { startedAt: `${last}${noon}`, seconds: 30 })
  await insertCall(phone, ada, { startedAt: `${last}${noon}`, seconds: null })
  await insertCall(phone, ada, { startedAt: `${day}${noon}`, seconds: 7, cost: 1_000 })
  await insertCall(phone, linus, { startedAt: `${last}${noon}`, seconds: 900, cost: 9_000_000 })
  const getPrevious = async () => (await api.get('/usage?days=7')).body.previous

  // The workspace may be younger.
  expect(await getPrevious()).toBeNull()
  await insertCall(phone, ada, { startedAt: `${eve}${noon}`, seconds: 5 })
  expect(await getPrevious()).toEqual({ calls: 3, seconds: 90 })
  const periods = { recordingDays: null, voicemailDays: null, transcriptDays: null }
  await api.put('/retention', { ...periods, callDays: 13 })
  expect(await getPrevious()).toBeNull()
  await api.put('/retention', { ...periods, callDays: 14 })
  expect(await getPrevious()).toMatchObject({ calls: 3 })
  // The last day is compared up to the present time.
  hour = 11
  expect(await getPrevious()).toEqual({ calls: 1, seconds: 60 })
})

/** Guarantee (ZR144): a name of a member is never run as a formula by a spreadsheet program. */
test('ZR144: in the exported usage, a name that looks like a formula is text, also after a separator', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const names = ['=HYPERLINK("https://example.com")', "x;=cmd|'/C calc'!A0", 'x;"=1', 'x\t@SUM(1)', 'x; y']
  for (const userName of names)
    await insertCall(phone, phone.accounts.addUser(userName, ada.teamIds), {
      startedAt: `${day}T11:00:00Z`,
      seconds: 30,
      userName,
    })

  const { body } = await phone.as(ada).get('/usage/csv?days=7')

  const inCsv = [
    `"'=HYPERLINK(""https://example.com"")"`,
    `x;'=cmd|'/C calc'!A0`,
    `"x;""'=1"`,
    `x\t'@SUM(1)`,
    'x; y',
  ]
  for (const name of inCsv) expect(body.csv.split('\n')).toContain(`${day},${name},US,1,1,0,30,,`)
})

interface CallToInsert {
  readonly startedAt: string
  /** Null for a missed call. */
  readonly seconds: number | null
  readonly cost?: number
  readonly userName?: string | null
  readonly ownNumber?: string
  /** Of an answered incoming call. */
  readonly waitSeconds?: number
}

async function insertCall(
  phone: TestPhone,
  user: FakeUser,
  { startedAt, seconds, cost, userName = 'Ada', ownNumber, waitSeconds }: CallToInsert,
): Promise<void> {
  const [id, workspaceId] = [randomUUID(), required(user.teamIds[0], 'a team')]
  const userId = seconds === null ? null : user.id
  await phone.database.pool.query(
    `insert into phone.calls (id, workspace_id, node_id, conference_id, direction, phase, state, started_at,
       answered_at, ended_at, end_reason, slot_ids, numbers, country, user_id, user_name, own_number)
     values ($1, $2, $1, $1, $3, 'ended', '{"legs": []}', $4::timestamptz, $5::timestamptz,
       coalesce($5, $4)::timestamptz + coalesce($6::int, 0) * interval '1 second',
       $7, '{}', '{}', 'US', $8, $9, $10)`,
    [
      id,
      workspaceId,
      seconds === null || waitSeconds !== undefined ? 'incoming' : 'outgoing',
      startedAt,
      seconds === null ? null : new Date(Date.parse(startedAt) + (waitSeconds ?? 0) * 1_000).toISOString(),
      seconds,
      seconds === null ? 'missed' : 'hung-up',
      userId,
      userName,
      ownNumber ?? null,
    ],
  )
  if (cost === undefined) return
  await phone.database.pool.query(
    `insert into phone.call_charges (leg_id, call_id, workspace_id, user_id, number, country, day, currency,
       reserved_seconds, seconds, cost_micros)
     select $1, $1, $2, $3, '+12125552390', 'US',
       (started_at at time zone 'America/New_York')::date::text, 'EUR', 60, $4, $5
     from phone.calls where id = $1`,
    [id, workspaceId, userId, seconds, cost],
  )
}
