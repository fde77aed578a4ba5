import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { insertTranscribedCall } from '../testing/start-analysed-workspace.ts'
import { type ErasingWorkspace, startErasing } from './testing.ts'

async function leave({ phone, workspace }: ErasingWorkspace, user: FakeUser) {
  user.teamIds.splice(0)
  await sendAccountEvent(phone, {
    type: 'team_membership.deleted',
    data: { team_id: workspace, user_id: user.id },
  })
}

/** Guarantee (ZR891): only properties that contain names lose the name of a former member. */
test('ZR891: a name that is also the name of a property or another value is erased, and these remain', async () => {
  await using all = await startErasing()
  const { phone, workspace } = all
  const { pool } = phone.database
  const leaver = phone.accounts.addUser('leg', [workspace])
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: leaver })
  const insert = (number: number, type: string, data: object) =>
    pool.query('insert into phone.call_events values ($1, $2, now(), $3, $4)', [
      callId,
      number,
      type,
      JSON.stringify(data),
    ])
  await insert(1, 'leg-added', { leg: { id: 'leg', userId: leaver.id, userName: 'leg' } })
  await insert(2, 'leg-added', { leg: { id: 'b', userId: all.grace.id, userName: 'leg' } })
  await leave(all, leaver)

  const { body: requested } = await all.request({ userId: leaver.id })
  await all.waitForReceipt(requested.id)

  const { rows } = await pool.query('select data from phone.call_events order by number')
  expect(rows.map(({ data }) => data)).toEqual([
    { leg: { id: 'leg', userId: leaver.id, userName: null } },
    { leg: { id: 'b', userId: all.grace.id, userName: 'leg' } },
  ])
})
