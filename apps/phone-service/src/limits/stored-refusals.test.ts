import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { restartPhone, startPhone, type TestPhone } from '../testing/start-phone.ts'

const number = '+442079460018'

async function startRefusing() {
  const phone = await startPhone()
  const ada = phone.signUp('Ada')
  const api = phone.as(ada)
  expect((await api.get('/limits')).status).toBe(200)
  const [workspace = ''] = ada.teamIds
  return { phone, ada, api, workspace, [Symbol.asyncDispose]: () => phone[Symbol.asyncDispose]() }
}

const insertRefusals = (
  { database }: Pick<TestPhone, 'database'>,
  {
    workspace,
    dialled,
    days = 0,
    count = 1,
  }: Record<'workspace' | 'dialled', string> & { days?: number; count?: number },
) =>
  database.pool.query(
    `insert into phone.call_refusals (workspace_id, user_id, at, dialled, code)
     select $1, null, now() - make_interval(days => $2), $3, 'NO' from generate_series(1, $4)`,
    [workspace, days, dialled, count],
  )

const listKeys = async ({ database }: Pick<TestPhone, 'database'>) =>
  (await database.pool.query('select number, line from phone.call_refusals order by id')).rows

/** Guarantee (ZR946): the preview of an erasure reads no more rejected calls than it finds. */
test('ZR946: rejected calls are stored with their number, by which a preview finds them', async () => {
  await using all = await startRefusing()
  const { phone, api } = all
  expect((await api.post('/calls', { to: '+44 20 7946 0018,,12', handsetId: randomUUID() })).status).toBe(403)
  expect(await listKeys(phone)).toEqual([{ number, line: '+442079460018' }])

  // As proof that the text is not read again.
  await phone.database.pool.query(`update phone.call_refusals set dialled = ''`)
  expect((await api.post('/erasures/preview', { subject: { number } })).body.counts.rejectedCalls).toBe(1)
})

test('ZR946: calls that were rejected before are converted, and until then a preview reads 5,000 of them', async () => {
  await using all = await startRefusing()
  const { phone, ada, api, workspace } = all
  await insertRefusals(phone, { workspace, dialled: '020 7946 0019', count: 4_999 })
  await insertRefusals(phone, { workspace, dialled: '0044 20 7946 0018', count: 2 })
  const count = async (as = api) =>
    (await as.post('/erasures/preview', { subject: { number } })).body.counts.rejectedCalls
  expect(await count()).toBe(1)
  await phone.service[Symbol.asyncDispose]()

  await using next = await restartPhone(phone)

  await waitUntil('all are converted', async () => (await listKeys(phone)).every(({ line }) => line !== null))
  expect((await listKeys(phone)).at(-1)).toEqual({ number: null, line: '00442079460018' })
  expect(await count(next.as(ada))).toBe(2)
}, 60_000)

/** Guarantee (ZR947): rejected calls are deleted with the audit entries about them. */
test('ZR947: rejected calls are deleted after 400 days', async () => {
  await using all = await startRefusing()
  const { phone, workspace } = all
  await insertRefusals(phone, { workspace, dialled: '1', days: 401 })
  await insertRefusals(phone, { workspace, dialled: '2', days: 399 })
  await phone.service[Symbol.asyncDispose]()

  await using _ = await restartPhone(phone)

  await waitUntil('the old one is deleted', async () => (await listKeys(phone)).length === 1)
  const { rows } = await phone.database.pool.query('select dialled from phone.call_refusals')
  expect(rows).toEqual([{ dialled: '2' }])
})
