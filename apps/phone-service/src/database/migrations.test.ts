import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@parley/server'
import { startTestDatabase, type TestDatabase } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'
import { migrations } from './migrations.ts'

const workspaceId = randomUUID()
const nodeId = randomUUID()

/**
 * Guarantee: every call slot that is reserved during an upgrade is released, for outgoing and incoming calls.
 */
test('an upgrade during calls releases their call slots, including those of participants added to an incoming call', async () => {
  await using database = await startTestDatabase()
  await using node = await startNode()
  await migrate(database, 'phone', migrations.slice(0, 1))
  const outgoing = randomUUID()
  const addedToOutgoing = randomUUID()
  const addedToIncoming = randomUUID()
  const ofAnotherNode = randomUUID()
  await insertActiveCall(database, {
    id: outgoing,
    direction: 'outgoing',
    lines: [outgoing, addedToOutgoing],
  })
  await insertActiveCall(database, {
    id: randomUUID(),
    direction: 'incoming',
    lines: [null, addedToIncoming],
  })
  await database.pool.query(
    `insert into phone.calling_limits (workspace_id, home_country, allowed_countries, calls_per_minute, concurrent_calls, open_lines)
      values ($1, 'US', '{US}', 10, 10, $2)`,
    [workspaceId, [outgoing, addedToOutgoing, addedToIncoming, ofAnotherNode]],
  )

  await using _phone = await startPhone({ database, dataDirectory: node.dataDirectory })

  const { rows: calls } = await database.pool.query(
    'select phase, slot_ids from phone.calls order by direction',
  )
  expect(calls).toEqual([
    { phase: 'ended', slot_ids: [addedToIncoming] },
    { phase: 'ended', slot_ids: [outgoing, addedToOutgoing] },
  ])
  const { rows: limits } = await database.pool.query('select slot_ids from phone.calling_limits')
  expect(limits).toEqual([{ slot_ids: [ofAnotherNode] }])
})

/** Guarantee: an upgrade retains the personal numbers of users and the members for whom calls ring. */
test('an upgrade retains the data of renamed tables and columns', async () => {
  await using database = await startTestDatabase()
  await migrate(database, 'phone', migrations.slice(0, 2))
  const callId = randomUUID()
  await insertActiveCall(database, { id: callId, direction: 'incoming', lines: [null] })
  await database.pool.query('update phone.calls set rings_user_id = $1 where id = $2', [nodeId, callId])
  await database.pool.query(
    `insert into phone.carrier_numbers (number, workspace_id, user_id, created_at) values ('+15550101', $1, $2, now())`,
    [workspaceId, nodeId],
  )

  await migrate(database, 'phone', migrations)

  const { rows: numbers } = await database.pool.query('select number, user_id from phone.personal_numbers')
  expect(numbers).toEqual([{ number: '+15550101', user_id: nodeId }])
  const { rows: calls } = await database.pool.query('select ring_user_id, slot_ids from phone.calls')
  expect(calls).toEqual([{ ring_user_id: nodeId, slot_ids: [] }])
  // PostgreSQL 18 also names not-null constraints, 15 does not.
  const { rows: names } = await database.pool.query(
    "select conname from pg_constraint where conname like 'carrier%' and contype <> 'n'",
  )
  expect(names).toEqual([])
})

/** Guarantee: an upgrade hides calls of other members, and hides no call from its own user. */
test('an upgrade gives each call to its participants, and unanswered calls to those they rang for', async () => {
  await using database = await startTestDatabase()
  const before = migrations.findIndex(({ name }) => name === '0012-owners-of-calls')
  await migrate(database, 'phone', migrations.slice(0, before))
  const [user, participant] = [randomUUID(), randomUUID()]
  const insert = async (direction: string, ringUserId: string | null, legs: (string | null)[]) => {
    const id = randomUUID()
    const state = { legs: legs.map((userId) => ({ userId })) }
    await database.pool.query(
      `insert into phone.calls
        (id, workspace_id, node_id, direction, ring_user_id, user_id, phase, state, started_at, numbers, slot_ids)
        values ($1, $2, $3, $4, $5, $6, 'ringing', $7, now(), '{}', '{}')`,
      [id, workspaceId, nodeId, direction, ringUserId, legs.find((leg) => leg !== null), state],
    )
    return id
  }
  const [outgoing, forUser, forAll] = [
    await insert('outgoing', null, [user, participant, null, user]),
    await insert('incoming', user, [null]),
    await insert('incoming', null, [null]),
  ]

  await migrate(database, 'phone', migrations)

  const { rows } = await database.pool.query('select id, owner_ids from phone.calls')
  const owners = new Map(rows.map((row) => [row.id, row.owner_ids.toSorted()]))
  expect(owners.get(outgoing)).toEqual([user, participant].toSorted())
  expect(owners.get(forUser)).toEqual([user])
  expect(owners.get(forAll)).toEqual([workspaceId])
})

/** Guarantee (ZR568): no trunk loses its calls to another workspace because it registered before the upgrade. */
test('ZR568: an upgrade counts the trunks that are registered as accepted, and no others', async () => {
  await using database = await startTestDatabase()
  const before = migrations.findIndex(({ name }) => name === '0053-accepted-trunks')
  await migrate(database, 'phone', migrations.slice(0, before))
  for (const status of ['registered', 'refused', 'registering', null])
    await database.pool.query(
      `with trunk as (
         insert into phone.trunks
           (id, workspace_id, name, host, port, transport, registration, media_encryption, created_at)
         values (gen_random_uuid(), $1, coalesce($2, 'none'), '127.0.0.1', 5060, 'udp', 'register', 'off', now())
         returning id
       )
       insert into phone.trunk_leases (trunk_id, node_id, epoch, state)
       select id, $3, 1, jsonb_build_object('status', $2::text) from trunk where $2 is not null`,
      [workspaceId, status, nodeId],
    )

  await migrate(database, 'phone', migrations)

  const { rows } = await database.pool.query('select name from phone.trunks where accepted_at is not null')
  expect(rows).toEqual([{ name: 'registered' }])
})

/** Creates a data directory with a node id. */
async function startNode() {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'parley-phone-'))
  await writeFile(join(dataDirectory, 'node-id'), nodeId)
  return { dataDirectory, [Symbol.asyncDispose]: () => rm(dataDirectory, { recursive: true, force: true }) }
}

/** Inserts an active call as the first migration stored it: each leg has the id of its slot. */
async function insertActiveCall(
  { pool }: TestDatabase,
  call: { id: string; direction: 'incoming' | 'outgoing'; lines: readonly (string | null)[] },
): Promise<void> {
  const startedAt = Date.now() - 60_000
  const state = {
    direction: call.direction,
    phase: 'talking',
    startedAt,
    answeredAt: startedAt,
    endedAt: null,
    endReason: null,
    sipAnswer: null,
    recordingState: 'off',
    legs: call.lines.map((lineId) => createLeg(lineId, startedAt)),
    marks: [],
  }
  await pool.query(
    `insert into phone.calls (id, workspace_id, node_id, direction, phase, state, started_at, answered_at, numbers)
      values ($1, $2, $3, $4, 'talking', $5, $6, $6, '{}')`,
    [call.id, workspaceId, nodeId, call.direction, state, new Date(startedAt)],
  )
}

function createLeg(lineId: string | null, joinedAt: number) {
  return {
    id: randomUUID(),
    kind: 'phone',
    userId: null,
    userName: null,
    handsetId: null,
    number: '+15550101',
    lineId,
    state: 'talking',
    isMuted: false,
    isOnHold: false,
    joinedAt,
    leftAt: null,
    leftReason: null,
    sipAnswer: null,
  }
}
