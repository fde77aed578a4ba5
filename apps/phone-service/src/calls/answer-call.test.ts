import { randomUUID } from 'node:crypto'
import { required, waitUntil } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Guarantee: changes of a call never overlap, so that a call is answered by one user. */
test('of two members who answer at the same time, one gets the call and the other is rejected', async () => {
  await using phone = await startPhone()
  await using far = await startTestPhone()
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const trunk = { name: 'North line', host: '127.0.0.1', port: far.port, numbers: ['+1 212 555 2368'] }
  expect((await phone.as(ada).post('/trunks', trunk)).status).toBe(201)
  await using atAda = await openBrowser(phone, ada)
  await using atGrace = await openBrowser(phone, grace)
  await far.call('+12125552368', '+15550142', required(phone.engine.sipAddresses[0], 'a SIP address').port)
  const { call } = await atAda.next('call.incoming')
  await atGrace.next('call.incoming')
  const answer = (user: typeof ada) =>
    phone.as(user).post(`/calls/${call.id}/answer`, { handsetId: randomUUID() })

  const lock = await lockCalls(phone)
  const byAda = answer(ada)
  await lock.waitForWriter()
  const byGrace = answer(grace)
  // When this later request has a response, the earlier one has reached the call.
  await phone.as(grace).get('/me')
  await lock.release()

  // Usually Ada is first. A write of the ringing call may have been the one that waited, and then either may
  // be.
  const responses = await Promise.all([byAda, byGrace])
  const [answered, rejected] = responses.toSorted((a, b) => a.status - b.status)
  expect(answered).toMatchObject({ body: { call: { id: call.id }, legId: expect.any(String) } })
  expect(rejected).toMatchObject({ status: 409, body: { code: 'CALL_ELSEWHERE' } })
})

/** Guarantee (ZR318): a user who has not been connected with the caller cannot connect two numbers with each other. */
test('ZR318: no number is added to a call before its caller is connected', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await using atAda = await openBrowser(phone, ada)
  await trunk.callIn()
  const { call } = await atAda.next('call.incoming')
  const at = phone.as(ada)
  expect((await at.post(`/calls/${call.id}/answer`, { handsetId: randomUUID() })).status).toBe(200)

  const added = await at.post(`/calls/${call.id}/participants`, { to: '+12125550188' })

  expect([added.status, added.body.code]).toEqual([409, 'CALL_NOT_CONNECTED'])
  const { rows } = await phone.database.pool.query('select 1 from phone.call_charges')
  expect(rows).toEqual([])
})

/** Blocks every write to the calls table. */
async function lockCalls({ database: { pool } }: TestPhone) {
  const lock = await pool.connect()
  await lock.query('begin')
  await lock.query('lock table phone.calls in share row exclusive mode')
  return {
    waitForWriter: () =>
      waitUntil('a write waits for the lock', async () => {
        const waiting = "select from pg_locks where relation = 'phone.calls'::regclass and not granted"
        return (await pool.query(waiting)).rowCount
      }),
    async release() {
      await lock.query('rollback')
      lock.release()
    },
  }
}
