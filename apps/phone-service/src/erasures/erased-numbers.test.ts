import { expect, test } from 'vitest'
import { callerNumber } from '../testing/start-workspace.ts'
import { listTextsWith, startErasing } from './testing.ts'

/** Guarantee (ZR887): the number is found in each form in which it was dialled. */
test('ZR887: rejected calls are deleted in whichever form the number was dialled, and those to others remain', async () => {
  await using all = await startErasing()
  const { phone, workspace, grace } = all
  const forms = [
    '+1 212 555 0142,,12#',
    '(212) 555-0142 ext. 12',
    '9 1 212 555 0142',
    '9,212-555-0142',
    '0011 1 212 555 0142',
    '010 12125550142',
    '810 12125550142',
    '1-212-555-01HA',
  ]
  const others = ['+1 212 555 0143', '+44 212 555 0142', '555 0142', '+1 212 555 0143,,2125550142#']
  for (const dialled of [...forms, ...others])
    await phone.database.pool.query(
      `insert into phone.call_refusals (workspace_id, user_id, at, dialled, code) values ($1, $2, now(), $3, 'NO')`,
      [workspace, grace.id, dialled],
    )
  expect((await all.preview({ number: callerNumber })).body.counts.rejectedCalls).toBe(forms.length)

  const { body: requested } = await all.request({ number: callerNumber })
  expect((await all.waitForReceipt(requested.id)).counts.rejectedCalls).toBe(forms.length)

  const { rows } = await phone.database.pool.query('select dialled from phone.call_refusals order by id')
  expect(rows.map(({ dialled }) => dialled)).toEqual(others)
})

test('ZR887: a number that was not verified is erased with its label, and forwardings of all members are counted', async () => {
  await using all = await startErasing()
  const { phone, workspace, grace } = all
  const { pool } = phone.database
  await pool.query(
    `insert into phone.phone_verifications
       (id, workspace_id, number, label, state, tries, calls, called_at, expires_at, call_id, started_by, created_at)
     values (gen_random_uuid(), $1, $2, 'Zebulon', 'failed', 0, 1, now(), now(), gen_random_uuid(), $3, now())`,
    [workspace, callerNumber, grace.id],
  )
  const forwarding = { when: 'always', number: callerNumber }
  expect((await phone.as(grace).patch('/me/settings', { forwarding })).status).toBe(200)
  await pool.query('delete from phone.personal_numbers where user_id = $1', [grace.id])
  expect((await all.preview({ number: callerNumber })).body.remaining.forwardings).toBe(1)

  const { body: requested } = await all.request({ number: callerNumber })
  await all.waitForReceipt(requested.id)
  expect(await listTextsWith(phone, 'Zebulon', { except: ['audit_entries'] })).toEqual([])
})
