import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { startPhone } from '../testing/start-phone.ts'
import { parsePriceTable } from './parse-price-table.ts'

const csv = [
  'prefix,name,price_per_minute,increments,setup_fee',
  '1,"United States, Canada",0.01,60/60,0',
  '+49,Germany,0.0125,1/1,0.05',
  '4917,Germany mobile,0.15,30/6,',
].join('\n')

/** Guarantee: a line that is not understood exactly is reported, and never gets a price that was not meant. */
test.each([
  ['00,Nowhere,1,60/60,0', 'prefix-wrong', '00'],
  ['49 1,Germany,1,60/60,0', 'prefix-wrong', '49 1'],
  ['1234567890123456,Too long,1,60/60,0', 'prefix-wrong', '1234567890123456'],
  ['49,,1,60/60,0', 'name-missing', ''],
  ['49,\u200b\u202e,1,60/60,0', 'name-missing', ''],
  ['49,=1+1,1,60/60,0', 'name-is-formula', '=1+1'],
  [`49,${'a'.repeat(101)},1,60/60,0`, 'name-too-long', 'a'.repeat(60)],
  ['49,Germany,-1,60/60,0', 'price-wrong', '-1'],
  ['49,Germany,1e3,60/60,0', 'price-wrong', '1e3'],
  ['49,Germany,1.1234567,60/60,0', 'price-wrong', '1.1234567'],
  ['49,Germany,,60/60,0', 'price-wrong', ''],
  ['49,Germany,1,60,0', 'increments-wrong', '60'],
  ['49,Germany,1,0/1,0', 'increments-wrong', '0/1'],
  ['49,Germany,1,60/60,free', 'setup-fee-wrong', 'free'],
  ['49,Germany,1,60/60', 'wrong-number-of-columns', '4'],
  ['1,Again,1,60/60,0', 'prefix-repeated', '1'],
])('the line %s is reported as %s', async (line, problem, value) => {
  const { problems } = await parsePriceTable(`${csv}\n${line}`)

  expect(problems).toEqual([{ line: 5, problem, value }])
})

test.each([
  ['prefix,name', 'column-missing', 'price_per_minute'],
  ['prefix,name,price_per_minute,colour', 'column-unknown', 'colour'],
  ['prefix,name,price_per_minute', 'no-rows', ''],
  ['prefix,name,price_per_minute\n1,"open', 'unreadable', ''],
])('the table %s is reported as %s', async (table, problem, value) => {
  expect((await parsePriceTable(table)).problems).toMatchObject([{ problem, value }])
})

test('tables with semicolons, decimal commas, a byte order mark and lines of Windows are understood', async () => {
  const { prices, problems } = await parsePriceTable(
    '\uFEFFPrefix;Name;Price_per_minute\r\n49;Germany;0,0125\r\n',
  )

  expect(problems).toEqual([])
  expect(prices).toEqual([
    {
      prefix: '49',
      name: 'Germany',
      perMinuteMicros: 12_500,
      setupFeeMicros: 0,
      firstSeconds: 60,
      incrementSeconds: 60,
    },
  ])
})

/** Guarantee (ZR140): the size of a price table is limited. */
test('ZR140, ZR215: a price table has at most 20,000 rows, and is read no further', async () => {
  const rows = Array.from({ length: 20_001 }, (_, index) => `${index + 1},A country,1`)
  const table = (count: number) => ['prefix,name,price_per_minute', ...rows.slice(0, count)].join('\n')
  const tooLong = [{ line: 20_002, problem: 'too-many-rows', value: '20001' }]

  expect((await parsePriceTable(table(20_000))).problems).toEqual([])
  expect((await parsePriceTable(table(20_001))).problems).toEqual(tooLong)
  // The text after the first row too many is not read: quotes that do not end would be reported.
  expect((await parsePriceTable(`${table(20_001)}\n1,"open`)).problems).toEqual(tooLong)
  expect((await parsePriceTable(','.repeat(1_000_000))).problems).toMatchObject([{ problem: 'unreadable' }])
})

/** Guarantee (ZR215): one upload does not stop the calls and requests of others. */
test.each([
  ['rows with too few cells', `prefix,name,price_per_minute\n${',\n'.repeat(500_000)}`],
  ['a row with many cells', `prefix,name,price_per_minute\n${','.repeat(1_000_000)}`],
  ['a long name', `prefix,name,price_per_minute\n1,"${'é'.repeat(500_000)}",1`],
])('ZR215: other work continues while a table with %s is parsed', async (_, csv) => {
  let turns = 0
  const work = () => {
    turns += 1
    pending = setImmediate(work)
  }
  let pending = setImmediate(work)

  const { problems } = await parsePriceTable(csv)
  clearImmediate(pending)

  expect(problems.length).toBeGreaterThan(0)
  expect(turns).toBeGreaterThan(5)
})

/** Guarantee: an upload replaces the table as a whole or not at all, and is audited. */
test('a table is checked, replaced, downloaded and uploaded again without a change', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  expect((await ada.get('/price-table')).body).toEqual({ table: null })

  const checked = await ada.post('/price-table/check', { currency: 'EUR', csv })
  expect(checked.body).toMatchObject({
    rowCount: 3,
    problemCount: 0,
    changes: { added: 3, changed: 0, unchanged: 0, removed: 0 },
  })
  expect((await ada.put('/price-table', { currency: 'EUR', csv })).body).toMatchObject({ rowCount: 3 })

  const broken = await ada.put('/price-table', { currency: 'EUR', csv: `${csv}\n49,Twice,1,60/60,0` })
  expect([broken.status, broken.body.code]).toEqual([400, 'PRICE_TABLE_INVALID'])
  const { body: download } = await ada.get('/price-table/csv')
  const again = await ada.post('/price-table/check', { currency: 'EUR', csv: download.csv })
  expect(again.body.changes).toEqual({ added: 0, changed: 0, unchanged: 3, removed: 0 })

  const smaller = csv.split('\n').slice(0, 2).join('\n').replace('0.01', '0.02')
  const compared = await ada.post('/price-table/check', { currency: 'EUR', csv: smaller })
  expect(compared.body.changes).toEqual({ added: 0, changed: 1, unchanged: 0, removed: 2 })
})

/** Guarantee (ZR141): prices are those of one workspace. */
test('ZR141: a workspace neither reads nor changes the price table of another one', async () => {
  await using phone = await startPhone()
  const [ada, grace] = [phone.as(phone.signUp('Ada')), phone.as(phone.signUp('Grace'))]
  await ada.put('/price-table', { currency: 'EUR', csv })

  expect((await grace.get('/price-table')).body).toEqual({ table: null })
  expect((await grace.get('/price-table/csv')).body.code).toBe('PRICE_TABLE_NOT_FOUND')
  await grace.put('/price-table', { currency: 'USD', csv: csv.split('\n').slice(0, 2).join('\n') })
  expect((await ada.get('/price-table')).body.table).toMatchObject({ currency: 'EUR', rowCount: 3 })
})

/** Guarantee: a workspace whose prices are deleted can call, and both changes are in the audit log. */
test('ZR351: a deleted price table takes the limit of spending with it, and leaves the limit of minutes', async () => {
  await using phone = await startPhone()
  const [user, other] = [phone.signUp('Ada'), phone.signUp('Grace')]
  const [ada, grace] = [phone.as(user), phone.as(other)]
  const limits = { minutesPerDay: 90, spendPerDay: 50, timeZone: 'UTC' }
  for (const api of [ada, grace]) {
    await api.put('/price-table', { currency: 'EUR', csv })
    await api.put('/limits/daily', limits)
  }

  expect((await ada.delete('/price-table')).body).toEqual({ success: true })

  expect((await ada.get('/price-table')).body).toEqual({ table: null })
  expect((await ada.get('/price-table/csv')).body.code).toBe('PRICE_TABLE_NOT_FOUND')
  expect((await ada.get('/limits/daily')).body.limits).toEqual({ ...limits, spendPerDay: null })
  expect((await ada.put('/limits/daily', limits)).body.code).toBe('SPEND_LIMIT_NEEDS_PRICES')
  expect((await ada.delete('/price-table')).body.code).toBe('PRICE_TABLE_NOT_FOUND')
  expect((await grace.get('/price-table')).body.table).toMatchObject({ rowCount: 3 })
  expect((await grace.get('/limits/daily')).body.limits).toEqual(limits)
  const entries = (await listAuditEntries(phone)).slice(-2)
  expect(entries.map(({ action, actor_id, details }) => [action, actor_id, details])).toMatchObject([
    ['price_table.deleted', user.id, { currency: 'EUR', rows: 3 }],
    ['daily_limits.updated', user.id, { minutesPerDay: 90, spendPerDay: null, timeZone: 'UTC' }],
  ])
})
