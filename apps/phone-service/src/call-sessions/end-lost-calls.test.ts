import { randomUUID } from 'node:crypto'
import { required, waitUntil } from '@parley/primitives'
import { createLog } from '@parley/server'
import { expect, test } from 'vitest'
import { findActiveCallForUpdate } from '../call-log/index.ts'
import type { PhoneTables } from '../database/tables.ts'
import { createLiveHub } from '../live/index.ts'
import { delayClose } from '../testing/delay-close.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { endCallsOfNode } from './end-calls-of-node.ts'
import { stopSessionsOfEndedCalls } from './end-lost-calls.ts'

/** Long enough for two checks. */
const limitMs = 20_000

/** Guarantee: the calls and call slots of a crashed node are freed by any other node. */
test('FO1, NR1: a node that runs ends the calls of a crashed node and releases their slots', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const crashed = await insertNode(phone, 'crashed', 16)
  const { id } = await assignCallToNode(phone, ada, crashed.id)

  const row = await waitUntil('the call has ended', () => findEndedCall(phone, id), limitMs)

  expect(row).toEqual({ end_reason: 'server-stopped', ended_at: crashed.heartbeatAt })
  expect(await openSlots(phone)).toEqual([])
  expect((await phone.as(ada).get(`/calls/${id}`)).body).toMatchObject({
    phase: 'ended',
    endReason: 'server-stopped',
  })
})

test('FO1: the call of a node that was silent for less than 12 s continues', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const [slow, crashed] = [await insertNode(phone, 'slow', -60), await insertNode(phone, 'crashed', 60)]
  const continuing = await assignCallToNode(phone, ada, slow.id)
  const lost = await assignCallToNode(phone, ada, crashed.id)

  await waitUntil('the other call has ended', () => findEndedCall(phone, lost.id), limitMs)

  expect(await findEndedCall(phone, continuing.id)).toBeUndefined()
  expect(await openSlots(phone)).toEqual([continuing.id])
})

test('NR1: two nodes that check concurrently end each call once', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const node = await insertNode(phone, 'crashed', -60)
  const calls = []
  for (let count = 0; count < 4; count++) calls.push(await assignCallToNode(phone, ada, node.id))
  const ended: unknown[] = []
  const log = {
    warn() {},
    error() {},
    info: (_: string, fields?: Readonly<Record<string, unknown>>) => ended.push(fields?.count),
  }
  const database = phone.database.schema<PhoneTables>('phone')
  const end = () =>
    endCallsOfNode(
      {
        database,
        log,
        nodeId: randomUUID(),
        directory: new Map(),
        live: createLiveHub(),
        callSessions: new Map(),
      },
      { id: node.id, lastAliveAt: null },
      null,
    )

  await Promise.all([end(), end(), end()])

  expect(ended.reduce((sum: number, count) => sum + Number(count), 0)).toBe(calls.length)
  expect(await openSlots(phone)).toEqual([])
})

test('NR1: a call whose end could not be saved is ended by its own node and releases its slot', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const { rows } = await phone.database.pool.query('select id from phone.nodes')
  const { id } = await assignCallToNode(phone, ada, rows[0].id)

  await waitUntil('the call has ended', () => findEndedCall(phone, id), limitMs)

  expect(await openSlots(phone)).toEqual([])
})

/** Guarantee: a workspace whose node has died can use all of its call slots again within 15 s. */
test('FO1: the call slots of a crashed node are free within 15 s of its last heartbeat', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const crashed = await insertNode(phone, 'crashed', -60)
  const { id } = await assignCallToNode(phone, ada, crashed.id)
  expect(await openSlots(phone)).toEqual([id])

  await phone.database.pool.query(
    "update phone.nodes set heartbeat_at = clock_timestamp() - interval '8 s' where id = $1",
    [crashed.id],
  )
  const silentSeconds = await waitUntil(
    'the slot is free',
    async () => {
      const { rows } = await phone.database.pool.query(
        `select extract(epoch from clock_timestamp() - heartbeat_at)::float8 as silent, slot_ids
         from phone.nodes, phone.calling_limits where id = $1`,
        [crashed.id],
      )
      return rows[0].slot_ids.length === 0 && rows[0].silent
    },
    limitMs,
  )

  expect(silentSeconds).toBeLessThan(15)
  // A node that is only slow has lost its lease by then, and unregistered its trunks.
  expect(silentSeconds).toBeGreaterThan(11.5)
})

/** Guarantee: a call that another node has ended does not continue without a record. */
test('NR2: a node stops its call when another node has ended it', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('+1 555 0100')
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')

  await phone.database.pool.query(
    "update phone.calls set phase = 'ended', ended_at = now(), end_reason = 'server-stopped' where id = $1",
    [id],
  )

  expect((await browser.next('call.ended')).call.id).toBe(id)
  expect((await phone.engine.inspect()).conferences).toBe(0)
})

test('NR2: of the calls that another node has ended, one that cannot be stopped soon, or not at all, does not keep the others running', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const database = phone.database.schema<PhoneTables>('phone')
  const stopped: string[] = []
  const allStopped = Promise.withResolvers<void>()
  const failures: unknown[] = []
  const holder = await insertNode(phone, 'holder', -60)
  const calls = []
  for (let count = 0; count < 3; count++) calls.push(await assignCallToNode(phone, ada, holder.id))
  const ids = calls.map(({ id }) => id)
  const running = await Promise.all(
    ids.map(async (id) => {
      const stored = required(await findActiveCallForUpdate(database, id), 'the call')
      const stop = async () => {
        stopped.push(id)
        if (stopped.length === ids.length) allStopped.resolve()
        if (id !== stopped[0]) return
        await allStopped.promise
        throw new Error('The engine is broken.')
      }
      return [id, { stored, stop }] as const
    }),
  )
  await phone.database.pool.query(
    "update phone.calls set phase = 'ended', ended_at = now(), end_reason = 'server-stopped' where id = any($1)",
    [ids],
  )
  const log = {
    ...createLog({ level: 'silent' }),
    error: (event: string, fields?: Readonly<Record<string, unknown>>) =>
      event === 'call.stop_failed' && failures.push(fields?.callId),
  }

  await stopSessionsOfEndedCalls({ database, log, callSessions: new Map(running) }, new Set())

  await waitUntil('the failure is logged', () => failures.length > 0)
  expect(stopped.toSorted()).toEqual(ids.toSorted())
  expect(failures).toEqual(stopped.slice(0, 1))
})

/** Guarantee: the far end of a call on one node does not delay the end of the calls of another one. */
test('FO1: a call that another node has ended and that cannot be stopped soon does not delay fail-over', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let isDelayed = false
  let closes = 0
  await using phone = await startPhone({}, (engine) =>
    delayClose(engine, () => {
      if (!isDelayed) return undefined
      closes += 1
      return released
    }),
  )
  using _ = { [Symbol.dispose]: release }
  const ada = phone.signUp('Ada')
  const crashed = await insertNode(phone, 'crashed', 0)
  const lost = await assignCallToNode(phone, ada, crashed.id)
  const { call } = (await phone.as(ada).post('/calls', { to: '+15550100', handsetId: randomUUID() })).body
  isDelayed = true
  await phone.database.pool.query(
    "update phone.calls set phase = 'ended', ended_at = now(), end_reason = 'server-stopped' where id = $1",
    [call.id],
  )
  await waitUntil('the call is being stopped', () => closes > 0)

  await phone.database.pool.query(
    "update phone.nodes set heartbeat_at = now() - interval '1 minute' where id = $1",
    [crashed.id],
  )
  await waitUntil('the lost call has ended', () => findEndedCall(phone, lost.id), limitMs)
})

/** Inserts a node whose last heartbeat was some seconds ago by the clock of the database. */
async function insertNode({ database }: TestPhone, name: string, silentSeconds: number) {
  const { rows } = await database.pool.query(
    `insert into phone.nodes (id, started_at, heartbeat_at)
     values ($1, now() - interval '1 hour', date_trunc('milliseconds', now()) - make_interval(secs => $2))
     returning id, heartbeat_at`,
    [randomUUID(), silentSeconds],
  )
  if (!rows[0]) throw new Error(`The node ${name} was not inserted.`)
  return { id: rows[0].id as string, heartbeatAt: rows[0].heartbeat_at as Date }
}

/** Starts a call, ends it, and stores it as the active call of another node, with its slot. */
async function assignCallToNode(phone: TestPhone, ada: ReturnType<TestPhone['signUp']>, nodeId: string) {
  const body = { to: '+1 555 0100', handsetId: randomUUID() }
  const { call } = (await phone.as(ada).post('/calls', body)).body
  const { rows } = await phone.database.pool.query('select state from phone.calls where id = $1', [call.id])
  await phone.as(ada).post(`/calls/${call.id}/hang-up`, {})
  await waitUntil('the call has ended', () => findEndedCall(phone, call.id))
  await phone.database.pool.query(
    `update phone.calls set node_id = $2, state = $3, phase = 'dialing', ended_at = null, end_reason = null,
       started_at = started_at - interval '1 hour' where id = $1`,
    [call.id, nodeId, { ...rows[0].state, startedAt: 0, legs: [] }],
  )
  await phone.database.pool.query(
    'update phone.calling_limits set slot_ids = array_append(slot_ids, $1::uuid)',
    [call.id],
  )
  return { id: call.id as string }
}

async function findEndedCall({ database }: TestPhone, id: string) {
  const { rows } = await database.pool.query(
    "select end_reason, ended_at from phone.calls where id = $1 and phase = 'ended'",
    [id],
  )
  return rows[0] as { end_reason: string; ended_at: Date } | undefined
}

async function openSlots({ database }: TestPhone): Promise<string[]> {
  const { rows } = await database.pool.query('select slot_ids from phone.calling_limits')
  return rows.flatMap((row) => row.slot_ids)
}
