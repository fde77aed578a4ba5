import { expect, test } from 'vitest'
import { callerNumber, listCallIds } from '../testing/start-workspace.ts'
import { insertMentioningCall, listTextsWith, otherNumber, startErasing } from './testing.ts'

/** Guarantee (ZR949): an erasure ends also when parts of the routing have the number as their name. */
test('ZR949: an erasure ends although a menu, a queue and a group have the number as their name', async () => {
  await using all = await startErasing()
  const { phone, ada, grace, linus } = all
  const callId = await insertMentioningCall(all)

  const { body: requested } = await all.request({ number: callerNumber })
  expect((await all.waitForReceipt(requested.id)).counts).toMatchObject({ calls: 1, recordings: 0 })

  expect(await listTextsWith(phone, callerNumber, { except: ['audit_entries'] })).toEqual([])
  const { rows } = await phone.database.pool.query('select data from phone.call_events')
  expect(rows[0].data.numbers).toEqual([otherNumber])
  expect((await phone.as(ada).get(`/calls/${callId}`)).body).toMatchObject({ number: otherNumber })
  expect(await listCallIds(phone, grace)).toEqual([callId])
  expect(await listCallIds(phone, linus)).toEqual([])
})

/** Guarantee (ZR950): a call that cannot lose the number delays no other one, and is not counted. */
test('ZR950: calls lose the number although others cannot, and the page says that the erasure failed', async () => {
  await using all = await startErasing()
  const { phone } = all
  const { pool } = phone.database
  const callIds: string[] = []
  for (const _ of [1, 2, 3]) callIds.push(await insertMentioningCall(all))
  const [retaining = '', failing = ''] = callIds.toSorted()
  // As a text that no erasure knows: the name of a property.
  await pool.query(`update phone.call_events set data = jsonb_build_object($1::text, 1) where call_id = $2`, [
    callerNumber,
    retaining,
  ])
  await pool.query(`create function phone.fail() returns trigger language plpgsql as $$ begin
    if old.id = '${failing}' and new.version > old.version then raise exception 'No'; end if; return new; end $$`)
  await pool.query(
    'create trigger fail before update on phone.calls for each row execute function phone.fail()',
  )

  const { body: requested } = await all.request({ number: callerNumber })
  all.advance(90_000)
  await all.waitForProblem(requested.id, 'failed')
  const listVersions = async () =>
    (await pool.query('select id, version from phone.calls order by id')).rows.map(({ version }) => version)
  await all.waitForAttempts(requested.id, 3)
  const versions = await listVersions()
  // Each call is changed at most once.
  expect(versions.map((version) => version - Math.min(...versions)).toSorted()).toEqual([0, 1, 1])
  await pool.query('drop trigger fail on phone.calls')
  await pool.query(`update phone.call_events set data = '{}' where call_id = $1`, [retaining])

  const receipt = await all.waitForReceipt(requested.id)
  expect(receipt.counts).toMatchObject({ calls: 3 })
  expect(await listTextsWith(phone, callerNumber, { except: ['audit_entries'] })).toEqual([])
  expect((await pool.query('select from phone.erasure_mentions')).rowCount).toBe(0)
}, 90_000)

/** Guarantee (ZR970): an erasure searches all calls, each of them once, in parts between which other workspaces take turns. */
test('ZR970: a call loses the number although 20,000 later ones are searched before it', async () => {
  await using all = await startErasing()
  const { phone } = all
  const { pool } = phone.database
  const callId = await insertMentioningCall(all)
  await pool.query(
    `insert into phone.calls select (jsonb_populate_record(call, jsonb_build_object(
         'id', other, 'conference_id', other, 'started_at', call.started_at + interval '1 s', 'state',
         call.state - 'routing'))).*
       from phone.calls call cross join (select gen_random_uuid() as other from generate_series(1, 20001)) others`,
  )

  const { body: requested } = await all.request({ number: callerNumber })

  expect((await all.waitForReceipt(requested.id)).counts).toMatchObject({ calls: 1 })
  const { rows } = await pool.query('select state::text from phone.calls where id = $1', [callId])
  expect(rows[0].state).not.toContain(callerNumber)
}, 120_000)

test('ZR970: calls that are deleted while an erasure runs do not fail it', async () => {
  await using all = await startErasing()
  const { phone } = all
  const { pool } = phone.database
  const callId = await insertMentioningCall(all)
  await pool.query(`create function phone.fail() returns trigger language plpgsql as $$ begin
    delete from phone.call_events; delete from phone.calls where id = new.call_id; return new; end $$`)
  // As a retention that deletes the call between the search and the change.
  await pool.query(
    'create trigger fail after insert on phone.erasure_mentions for each row execute function phone.fail()',
  )

  const { body: requested } = await all.request({ number: callerNumber })

  expect(await all.waitForReceipt(requested.id)).toMatchObject({ problem: null, counts: { calls: 0 } })
  expect((await pool.query('select from phone.calls where id = $1', [callId])).rowCount).toBe(0)
})

test('ZR970: a call that gets the number after the other calls were searched loses it, too', async () => {
  await using all = await startErasing()
  const { phone } = all
  const { pool } = phone.database
  const callId = await insertMentioningCall(all)
  const { rows } = await pool.query('select state, ended_at from phone.calls where id = $1', [callId])
  await pool.query(
    `update phone.calls set state = state - 'routing', phase = 'ringing', ended_at = null, end_reason = null,
       node_id = (select id from phone.nodes limit 1), epoch = (select epoch from phone.nodes limit 1) where id = $1`,
    [callId],
  )
  await pool.query('delete from phone.call_events')

  const { body: requested } = await all.request({ number: callerNumber })
  all.advance(90_000)
  await all.waitForProblem(requested.id, 'calls-running')
  await pool.query(
    `update phone.calls set state = $2, phase = 'ended', end_reason = 'missed', ended_at = $3 where id = $1`,
    [callId, rows[0].state, rows[0].ended_at],
  )

  expect((await all.waitForReceipt(requested.id)).counts).toMatchObject({ calls: 1 })
  expect(await listTextsWith(phone, callerNumber, { except: ['audit_entries'] })).toEqual([])
})
