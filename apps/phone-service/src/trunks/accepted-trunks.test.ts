import { required, waitUntil } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { createInProcessBus } from '../bus/index.ts'
import type { PhoneTables } from '../database/tables.ts'
import { addRegisteredTrunk, toRegisteringTrunk, waitForAcceptance } from '../testing/add-registered-trunk.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { startOtherNode } from '../testing/start-node.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { acceptTrunk } from './grant-addresses.ts'

const number = '+12125552368'

type Node = Pick<TestPhone, 'as' | 'engine'>

/** Returns a trunk at the same provider whose credentials are invented. */
function toInvented(carrier: TestPhone['carrier'], numbers: readonly string[] = [number]) {
  return { ...toRegisteringTrunk(carrier, numbers), username: 'mallory', password: 'invented secret' }
}

async function waitForStatus({ engine }: Node, trunkId: string, status: string): Promise<void> {
  await waitUntil(
    `the trunk is ${status}`,
    async () => (await engine.trunkState(trunkId))?.status === status,
    60_000,
  )
}

/** Calls the number from the provider. Returns the status of the refusal, or `rings` when it rings for a user. */
async function call(phone: TestPhone, user: FakeUser, { engine }: Node = phone) {
  await using provider = await startTestPhone()
  await using browser = await openBrowser(phone, user)
  const { port } = required(engine.sipAddresses[0], 'a SIP address')
  const calling = await provider.call(number, '+15550142', port)
  const outcome = await Promise.race([
    calling.next('refused').then(({ status }) => status),
    browser.next('call.incoming').then(() => 'rings'),
  ])
  await calling.hangUp()
  return outcome
}

/** Guarantee (ZR567): invented credentials neither take nor prevent the calls of another workspace. */
test('ZR567: a number that a rejected trunk of another workspace lists still rings, and its owner may list it', async () => {
  await using phone = await startPhone()
  const [ada, mallory] = [phone.signUp('Ada'), phone.signUp('Mallory')]
  const id = await addRegisteredTrunk(phone, ada, [])
  expect(await call(phone, ada)).toBe('rings')

  const added = await phone.as(mallory).post('/trunks', toInvented(phone.carrier))
  await waitForStatus(phone, added.body.id, 'refused')

  expect(await call(phone, ada)).toBe('rings')
  const listed = await phone
    .as(ada)
    .put(`/trunks/${id}`, { ...toRegisteringTrunk(phone.carrier, [number]), password: undefined })
  expect([added.status, listed.status]).toEqual([201, 200])
  await waitForStatus(phone, id, 'registered')
  expect(await call(phone, ada)).toBe('rings')
})

test('ZR567: a workspace that comes later gets the number of a rejected trunk when its own one registers', async () => {
  await using phone = await startPhone()
  const [ada, mallory] = [phone.signUp('Ada'), phone.signUp('Mallory')]
  const added = await phone.as(mallory).post('/trunks', toInvented(phone.carrier))
  await waitForStatus(phone, added.body.id, 'refused')

  await addRegisteredTrunk(phone, ada, [number])

  expect(await call(phone, ada)).toBe('rings')
})

/** Guarantee (ZR568): which trunk was accepted first is known to all nodes, also after a restart. */
test('ZR568: of two workspaces that list a number at the same time, the first that registers gets it', async () => {
  await using phone = await startPhone()
  const users = [phone.signUp('Ada'), phone.signUp('Linus')]

  const { pool } = phone.database

  // With this lock, neither trunk is accepted before both are saved.
  const client = await pool.connect()
  await client.query('begin; lock table phone.trunk_addresses in share mode')
  const saved = Promise.all(
    users.map((user) => phone.as(user).post('/trunks', toRegisteringTrunk(phone.carrier, [number]))),
  )
  await waitUntil('both transactions wait for a lock', async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length === 2
  })
  await client.query('commit')
  client.release()

  const responses = await saved
  expect(responses.map(({ status }) => status)).toEqual([201, 201])
  const states = async () =>
    await Promise.all(responses.map(async ({ body }) => (await phone.engine.trunkState(body.id))?.status))
  await expect
    .poll(async () => (await states()).toSorted(), { timeout: 60_000 })
    .toEqual(['address-taken', 'registered'])
  const { rows } = await pool.query(
    'select workspace_id from phone.trunks join phone.trunk_addresses on trunk_id = id where accepted_at is not null',
  )
  expect(rows).toHaveLength(1)
  const owner = required(
    users.find(({ teamIds }) => teamIds[0] === rows[0].workspace_id),
    'the owner',
  )
  expect(await call(phone, owner)).toBe('rings')
})

test('ZR568: of two trunks that are accepted at the same time, one has the number at their address', async () => {
  await using phone = await startPhone()
  const { pool } = phone.database
  // Nothing responds at this port.
  const trunk = { ...toRegisteringTrunk(phone.carrier, [number]), port: 5990 }
  for (const name of ['Ada', 'Linus'])
    expect((await phone.as(phone.signUp(name)).post('/trunks', trunk)).status).toBe(201)
  const stored = (await pool.query('select id, revision from phone.trunks')).rows
  const database = phone.database.schema<PhoneTables>('phone')

  await Promise.all(stored.map((each) => acceptTrunk({ database, now: () => new Date() }, each)))

  const { rows } = await pool.query(
    'select id from phone.trunks join phone.trunk_addresses on trunk_id = id where accepted_at is not null',
  )
  expect([stored.length, rows.length]).toEqual([2, 1])
})

test('ZR568: another node learns that a trunk which it uses already was accepted', async () => {
  await using bus = createInProcessBus()
  await using phone = await startPhone({ bus })
  const [ada, mallory] = [phone.signUp('Ada'), phone.signUp('Mallory')]
  // Nothing responds at this port, so that no registrar accepts a trunk.
  const trunk = { ...toRegisteringTrunk(phone.carrier, [number]), port: 5990 }
  const { body: unproven } = await phone.as(mallory).post('/trunks', trunk)
  const { body: added } = await phone.as(ada).post('/trunks', trunk)
  await using other = await startOtherNode(phone, { bus, simulatedPstn: null })
  for (const { id } of [unproven, added]) await waitForStatus(other, id, 'unchecked')
  expect(await call(phone, ada, other)).toBe(404)

  const { rows } = await phone.database.pool.query('select id, revision from phone.trunks where id = $1', [
    added.id,
  ])
  const database = phone.database.schema<PhoneTables>('phone')
  await acceptTrunk({ database, now: () => new Date() }, required(rows[0], 'the trunk'))

  await expect.poll(() => call(phone, ada, other), { timeout: 30_000 }).toBe('rings')
})

test('ZR568: another node assigns the calls to the accepted trunk', async () => {
  await using bus = createInProcessBus()
  await using phone = await startPhone({ bus })
  const [ada, mallory] = [phone.signUp('Ada'), phone.signUp('Mallory')]
  await using other = await startOtherNode(phone, { bus, simulatedPstn: null })
  const rejected = await phone.as(mallory).post('/trunks', toInvented(phone.carrier))
  const id = await addRegisteredTrunk(phone, ada, [number])
  // Either node may have the lease of a trunk, so that the status at the other node can be any.
  await waitUntil('the other node uses both trunks', async () => {
    const states = [rejected.body.id, id].map((trunk) => other.engine.trunkState(trunk))
    return (await Promise.all(states)).every((state) => state !== undefined)
  })

  await expect.poll(() => call(phone, ada, other), { timeout: 60_000 }).toBe('rings')
})

/** Guarantee (ZR641): a number is not lost by a change of the credentials, which may be mistyped. */
test('ZR641: a trunk whose new password is rejected does not lose its number to another workspace', async () => {
  await using phone = await startPhone()
  const [ada, mallory] = [phone.signUp('Ada'), phone.signUp('Mallory')]
  const trunk = toRegisteringTrunk(phone.carrier, [number])
  const id = await addRegisteredTrunk(phone, ada, [number])
  const mistyped = { ...trunk, username: 'mistyped', password: 'another secret' }
  expect((await phone.as(ada).put(`/trunks/${id}`, mistyped)).status).toBe(200)
  await waitForStatus(phone, id, 'refused')

  const { status, body } = await phone.as(mallory).post('/trunks', trunk)

  expect([status, body.code]).toEqual([409, 'TRUNK_NUMBER_TAKEN'])
  expect((await phone.as(ada).put(`/trunks/${id}`, trunk)).status).toBe(200)
  await waitForStatus(phone, id, 'registered')
})

/** Guarantee (ZR568): the acceptance of one provider says nothing about another one. */
test('ZR568: a trunk whose host is changed is not accepted yet', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const id = await addRegisteredTrunk(phone, ada, [number])
  const trunk = toRegisteringTrunk(phone.carrier, [number])

  // Nothing responds at this port.
  expect((await phone.as(ada).put(`/trunks/${id}`, { ...trunk, port: 5990 })).status).toBe(200)

  const { rows } = await phone.database.pool.query('select accepted_at from phone.trunks where id = $1', [id])
  expect(rows[0].accepted_at).toBeNull()
  expect((await phone.as(ada).put(`/trunks/${id}`, trunk)).status).toBe(200)
  await waitForAcceptance(phone, id)
})
