import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { startFaultyProxy } from '../recordings/store/testing/start-faulty-proxy.ts'
import { startSwift } from '../recordings/store/testing/start-swift.ts'
import { startPhone } from '../testing/start-phone.ts'
import { createTalk, recordTalk } from './testing/record-talk.ts'

/** Guarantee (ZR747): an outage of the store of recordings costs no numbers. */
test('ZR747: the numbers of a call in S3 are computed when S3 responds again, also after many attempts', async () => {
  await using swift = await startSwift()
  await using proxy = await startFaultyProxy(swift.port)
  let aheadMs = 0
  await using phone = await startPhone({
    recordings: { s3: { ...swift.s3, endpoint: proxy.url, prefix: 'metrics/', idleTimeoutMs: 5_000 } },
    now: () => new Date(Date.now() + aheadMs),
  })
  const ada = phone.signUp('Ada')
  const { pool } = phone.database
  await pool.query(`create function phone.postpone() returns trigger language plpgsql as
    $$ begin new.due_at := now() + interval '1 hour'; return new; end $$`)
  await pool.query(
    'create trigger postpone before insert on phone.call_metrics for each row execute function phone.postpone()',
  )
  const callId = await recordTalk(phone, ada, await createTalk())
  await waitUntil('the recordings are in S3', async () => {
    const { rows } = await pool.query('select stored_in from phone.recordings')
    return rows.every(({ stored_in }) => stored_in === 's3')
  })
  proxy.fault = 'unavailable'

  for (let attempt = 1; attempt <= 4; attempt += 1) {
    const { rows } = await pool.query('select due_at from phone.call_metrics')
    const [{ due_at: before }] = rows
    aheadMs = before.getTime() - Date.now() + 1_000
    await waitUntil('it is postponed', async () => {
      const row = (await pool.query('select due_at, attempts from phone.call_metrics')).rows[0]
      return row.due_at > before && row.attempts === 0
    })
  }
  expect((await phone.as(ada).get(`/calls/${callId}/metrics`)).body.state).toBe('waiting')
  proxy.fault = 'none'
  aheadMs += 10 * 60_000

  await waitUntil('they are computed', async () => {
    const { body } = await phone.as(ada).get(`/calls/${callId}/metrics`)
    return body.state === 'ready'
  })
})
