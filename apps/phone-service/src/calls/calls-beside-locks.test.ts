import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { openIncomingTrunk, readHealth } from '../testing/open-incoming-trunk.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone } from '../testing/start-phone.ts'
import { startPhoneWithTrunk } from '../testing/start-phone-with-trunk.ts'
import { takeLock, waitUntilWaiting } from '../testing/take-lock.ts'

const echo = '+15550100'
const callSlots = "select pg_advisory_xact_lock(hashtextextended('call slots', 0))"

/** Guarantee: a user who changes many contacts delays the calls of no one, themselves included. */
test('ZR777: a call does not wait for the row of the contact whose caller ID it chooses', async () => {
  await using phone = await startPhone()
  const [ada, grace] = [phone.as(phone.signUp('Ada')), phone.as(phone.signUp('Grace'))]
  const contact = await ada.post('/contacts', { name: 'Echo', phones: [{ typed: echo }] })
  const from = (await ada.get('/me')).body.numbers[0].number
  const call = (as: typeof ada, chosen?: string) =>
    as.post('/calls', {
      to: echo,
      handsetId: randomUUID(),
      ...(chosen === undefined ? {} : { from: chosen }),
    })
  const row = 'select from phone.contacts where id = $1 for update'
  using held = await takeLock(phone.database, row, [contact.body.id])

  const own = call(ada, from)
  await waitUntilWaiting(phone.database, 1)
  const other = await call(grace)

  expect(other.status).toBe(201)
  const started = await own
  expect(started.status).toBe(201)
  expect((await ada.get(`/calls/${started.body.call.id}`)).body.phase).not.toBe('ended')
  held.release()
  expect((await call(ada, from)).status).toBe(201)
  const saved = await phone.database.pool.query('select number from phone.caller_id_choices')
  expect(saved.rows).toContainEqual({ number: from })
})

/** Guarantee: nothing that delays other calls delays an emergency call, or suspends the calls of a node. */
test('ZR779: while the call slots are locked, emergency calls are placed, and other calls fail after seconds', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, provider, api, route } = started
  expect((await api.put('/emergency-route', route)).status).toBe(200)
  const call = (to: string) => api.post('/calls', { to, handsetId: randomUUID() })
  using held = await takeLock(phone.database, callSlots)

  const ordinary = call(echo)
  await waitUntilWaiting(phone.database, 1)
  const emergency = await call('911')

  expect(emergency.status).toBe(201)
  expect((await provider.nextCall()).target).toContain('911@')
  const rejected = await ordinary
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, expect.any(String)])
  held.release()
  expect((await call(echo)).status).toBe(201)
})

/** Guarantee: requests of users can occupy no connection that the heartbeat of the node needs. */
test('ZR784: a node keeps its right to place calls while requests occupy all connections', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using _trunk = await openIncomingTrunk(phone, ada)
  const { pool } = phone.database
  const connection = await pool.connect()
  const readHeartbeat = async () => {
    const { rows } = await connection.query('select heartbeat_at from phone.nodes')
    return rows[0].heartbeat_at.getTime()
  }
  // Those beyond the size of the pool wait for the connections that are in use now.
  const taken = Array.from({ length: pool.options.max }, () => pool.connect().catch(() => null))
  await waitUntil('requests would wait', async () => pool.waitingCount > 0)
  const before = await readHeartbeat()

  try {
    await waitUntil('two more heartbeats', async () => (await readHeartbeat()) > before + 1_500, 10_000)
  } finally {
    connection.release()
    await Promise.all(taken.map(async (one) => (await one)?.release()))
  }
  expect((await readHealth(phone.service.url, ''))[1].limitation).toBeUndefined()
})

/** Guarantee: a user who is removed places no call, also when their request was waiting meanwhile. */
test('SR4, ZR782: a call that waited for its slot while its user was removed is not dialled', async () => {
  await using phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const ada = phone.accounts.addUser('Ada', [team], [team])
  const grace = phone.accounts.addUser('Grace', [team])
  await using trunk = await openIncomingTrunk(phone, ada)
  let dialled = 0
  trunk.nextCall().then(
    () => dialled++,
    () => {},
  )
  using held = await takeLock(phone.database, callSlots)
  const waiting = phone.as(grace, team).post('/calls', { to: '+12125550199', handsetId: randomUUID() })
  await waitUntilWaiting(phone.database, 1)
  grace.teamIds.splice(0)
  const data = { team_id: team, user_id: grace.id }
  expect(await sendAccountEvent(phone, { type: 'team_membership.deleted', data })).toBe(204)

  held.release()

  const { status, body } = await waiting
  expect([status, body.code]).toEqual([404, 'WORKSPACE_NOT_FOUND'])
  const { rows } = await phone.database.pool.query('select phase, end_reason from phone.calls')
  expect(rows).toEqual([{ phase: 'ended', end_reason: 'removed' }])
  const slots = await phone.database.pool.query('select slot_ids from phone.calling_limits')
  expect(slots.rows).toEqual([{ slot_ids: [] }])
  expect(dialled).toBe(0)
})
