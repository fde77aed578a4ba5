import { required, waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { recordOneCall } from '../testing/record-one-call.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Long enough for two checks. */
const limitMs = 20_000

/** Guarantee (ZR441): a call of which the end is not known is not free. */
test('ZR441: a call of this node without a session is charged until the last heartbeat of the node', async () => {
  await using phone = await startPhone()
  const { id, legId } = await endTalkingCall(phone)
  await phone.database.pool.query(
    `insert into phone.call_charges (leg_id, call_id, workspace_id, number, day, reserved_seconds, cost_micros)
       select $2, id, workspace_id, '+12125552390', '2026-11-28', 180, 0 from phone.calls where id = $1`,
    [id, legId],
  )

  // It was answered 50 s ago, and has never been saved since.
  await phone.database.pool.query(
    `update phone.calls set phase = 'talking', ended_at = null, end_reason = null,
       state = state || jsonb_build_object('startedAt', 0, 'answeredAt', $2::bigint, 'phase', 'talking',
         'endedAt', null, 'endReason', null, 'legs', (select jsonb_agg(leg || jsonb_build_object('state', 'joined', 'leftAt', null,
           'joinedAt', $2::bigint)) from jsonb_array_elements(state->'legs') leg))
       where id = $1`,
    [id, Date.now() - 50_000],
  )

  const charge = await waitUntil(
    'the charge is settled',
    async () => {
      const { rows } = await phone.database.pool.query(
        'select seconds from phone.call_charges where leg_id = $1 and seconds is not null',
        [legId],
      )
      return rows[0] as { seconds: number } | undefined
    },
    limitMs,
  )
  expect(charge.seconds).toBeGreaterThanOrEqual(48)
})

/** Guarantee (ZR442): no recording stays unreadable until the service restarts. */
test('ZR442: a recording of a call that was ended without its session becomes final while the service runs', async () => {
  await using phone = await startPhone()
  const { ada, callId, recordingId } = await recordOneCall(phone)
  const api = phone.as(ada)
  await phone.database.pool.query("update phone.recordings set state = 'writing' where call_id = $1", [
    callId,
  ])

  const recordings = await waitUntil(
    'the recordings are final',
    async () => {
      const { body } = await api.get(`/calls/${callId}`)
      const states = body.recordings.map(({ state }: { state: string }) => state) as string[]
      return !states.includes('writing') && states
    },
    limitMs,
  )

  expect(recordings).toEqual(['finished', 'finished'])
  const { get } = await phone.requestAudio(ada, `/recordings/${recordingId}/links`)
  expect((await get()).status).toBe(200)
  expect((await api.delete(`/calls/${callId}/recordings`)).status).toBe(200)
})

/** Ends a call in which a telephone has talked. */
async function endTalkingCall(phone: TestPhone) {
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('+1 555 0100')
  const { legs } = await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  await browser.next('call.ended')
  const leg = required(
    legs.find(({ kind }) => kind === 'phone'),
    'the leg of the telephone',
  )
  return { id, legId: leg.id }
}
