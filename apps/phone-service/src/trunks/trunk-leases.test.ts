import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createInProcessBus } from '../bus/index.ts'
import { toRegisteringTrunk } from '../testing/add-registered-trunk.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { startOtherNode } from '../testing/start-node.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'

const maxMs = 30_000

type Client = Pick<TestPhone, 'as'>

async function readState(node: Client, user: FakeUser, id: string): Promise<string> {
  return (await node.as(user).get(`/trunks/${id}`)).body.state.status
}

/** Guarantee: a registrar that stores one binding for each account sends calls to a node that runs. */
test('FO1: one of two nodes registers a trunk, both show its state, and the other one takes it over', async () => {
  await using bus = createInProcessBus()
  await using phone = await startPhone({ bus })
  await using other = await startOtherNode(phone, { bus, simulatedPstn: null })
  const ada = phone.signUp('Ada')

  const { id } = (await phone.as(ada).post('/trunks', toRegisteringTrunk(phone.carrier))).body

  await waitUntil(
    'the trunk is registered',
    async () => (await phone.engine.trunkState(id))?.status === 'registered',
  )
  await waitUntil('the other node uses the trunk', async () => (await other.engine.trunkState(id)) !== null)
  for (const node of [phone, other])
    await waitUntil('its state is shown', async () => (await readState(node, ada, id)) === 'registered')
  expect((await other.engine.trunkState(id))?.status).not.toMatch(/regist/)

  await phone.service[Symbol.asyncDispose]()

  await waitUntil(
    'the other node has registered it',
    async () => (await other.engine.trunkState(id))?.status === 'registered',
    maxMs,
  )
})

test('FO1: the lease of a node that is silent for 12 s is taken, and one that is alive is not', async () => {
  await using bus = createInProcessBus()
  await using phone = await startPhone({ bus })
  const ada = phone.signUp('Ada')
  const { id } = (await phone.as(ada).post('/trunks', toRegisteringTrunk(phone.carrier))).body
  const { pool } = phone.database
  const holder = async () =>
    (await pool.query('select node_id from phone.trunk_leases where trunk_id = $1', [id])).rows[0].node_id
  const own = await holder()
  const dead = '00000000-0000-4000-8000-000000000001'
  await pool.query(
    "insert into phone.nodes (id, epoch, started_at, heartbeat_at) values ($1, 3, now(), now() + interval '1 hour')",
    [dead],
  )

  await pool.query('update phone.trunk_leases set node_id = $1, epoch = 3', [dead])
  await waitUntil(
    'it is not registered',
    async () => (await phone.engine.trunkState(id))?.status !== 'registered',
    maxMs,
  )
  expect(await holder()).toBe(dead)

  await pool.query("update phone.nodes set heartbeat_at = now() - interval '13 s' where id = $1", [dead])
  await waitUntil(
    'it is registered',
    async () => (await phone.engine.trunkState(id))?.status === 'registered',
    maxMs,
  )
  expect(await holder()).toBe(own)
})

test('a trunk that is changed or deleted at one node is changed or deleted at the others', async () => {
  await using bus = createInProcessBus()
  await using phone = await startPhone({ bus })
  await using other = await startOtherNode(phone, { bus, simulatedPstn: null })
  const ada = phone.signUp('Ada')
  const { id } = (await phone.as(ada).post('/trunks', toRegisteringTrunk(phone.carrier))).body
  await waitUntil('the other node uses the trunk', async () => (await other.engine.trunkState(id)) !== null)
  const wrong = {
    ...toRegisteringTrunk(phone.carrier),
    password: 'another long password',
  }

  await other.as(ada).put(`/trunks/${id}`, wrong)
  await waitUntil(
    'the registrar rejects it',
    async () => (await phone.engine.trunkState(id))?.status === 'refused',
    maxMs,
  )
  await waitUntil('its state is shown', async () => (await readState(other, ada, id)) === 'refused')

  await other.as(ada).delete(`/trunks/${id}`)
  await waitUntil('it is removed', async () => (await phone.engine.trunkState(id)) === null, maxMs)
})
