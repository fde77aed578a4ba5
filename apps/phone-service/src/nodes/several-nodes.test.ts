import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '@parley/primitives'
import { startTestDatabase } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { createInProcessBus } from '../bus/index.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startOtherNode } from '../testing/start-node.ts'
import { restartPhone, startPhone } from '../testing/start-phone.ts'
import { connectLive, openBrowser } from '../testing/test-browser.ts'

const echo = '+1 555 0100'

/** Guarantee: two nodes on one database both place calls, and a user hears of a call at any of them. */
test('FO1: with a bus, two nodes place calls, and a tab at one of them is notified of a call at the other', async () => {
  await using bus = createInProcessBus()
  await using phone = await startPhone({ bus })
  await using other = await startOtherNode(phone, { bus })
  const ada = phone.signUp('Ada')
  await using tab = await openBrowser(other, ada)
  const handsetId = randomUUID()

  const first = await phone.as(ada).post('/calls', { to: echo, handsetId })
  expect(first.status).toBe(201)
  await tab.waitForCall(first.body.call.id, ({ phase }) => phase !== 'ended')
  expect((await other.as(ada).post('/calls', { to: echo, handsetId })).status).toBe(201)
  await phone.as(ada).post(`/calls/${first.body.call.id}/hang-up`, {})

  await tab.next('call.ended', ({ call }) => call.id === first.body.call.id)
})

test('FO1: a node without a bus starts beside no other, and two nodes do not share a data directory', async () => {
  await using database = await startTestDatabase()
  await using bus = createInProcessBus()
  await using phone = await startPhone({ bus, database })
  const dataDirectory = await mkdtemp(join(tmpdir(), 'parley-phone-'))

  await expect(restartPhone(phone, { database, dataDirectory })).rejects.toThrow('Set PARLEY_REDIS_URL')
  await expect(restartPhone(phone, { database, bus })).rejects.toThrow('a PARLEY_DATA for each')
  await rm(dataDirectory, { recursive: true })
})

/** Guarantee: a node whose calls others have ended can neither store nor change a call of that time. */
test('FO1: a node whose epoch another one has ended stores no call until it begins its next epoch', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const { pool } = phone.database
  const start = () => phone.as(ada).post('/calls', { to: echo, handsetId: randomUUID() })
  const { call } = (await start()).body
  const readVersion = async () =>
    (await pool.query('select version, epoch, user_name from phone.calls where id = $1', [call.id])).rows[0]

  // The row lock keeps the next heartbeat, and the next epoch with it, from being saved.
  const operator = await pool.connect()
  await operator.query('begin')
  await operator.query('select from phone.nodes for update')
  await operator.query('update phone.nodes set epoch = epoch + 1')
  const suspended = start()
  await waitUntil('the call waits for the epoch', async () => {
    const waiting = await pool.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%for key share%'",
    )
    return waiting.rows.length > 0
  })
  await operator.query('commit')
  operator.release()

  expect((await suspended).body.code).toBe('CALLS_SUSPENDED')
  await waitUntil('the next epoch has begun', async () => (await start()).status === 201)
  await pool.query('update phone.calls set epoch = epoch - 1 where id = $1', [call.id])
  const before = await readVersion()
  await phone.as(ada).post(`/calls/${call.id}/hang-up`, {})
  expect(await readVersion()).toEqual(before)
})

test('CM1: an event of the account service reaches the tabs of all nodes', async () => {
  await using bus = createInProcessBus()
  await using phone = await startPhone({ bus })
  await using other = await startOtherNode(phone, { bus })
  const ada = phone.signUp('Ada')
  const tab = await connectLive(other, ada, randomUUID())

  for (const type of [
    'user.updated',
    'session.ended',
    'team_membership.deleted',
    'team_permission.deleted',
  ]) {
    const data = {
      id: type === 'user.updated' ? ada.id : randomUUID(),
      user_id: ada.id,
      team_id: randomUUID(),
    }
    expect(await sendAccountEvent(phone, { type, data })).toBe(204)
    await tab.next('me.changed')
  }
  tab.close()
})
