import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { createLog, createSecrets, type DatabaseServer } from '@parley/server'
import { describe, expect, test } from 'vitest'
import { createRedisBus } from '../bus/index.ts'
import { openIncomingTrunk, readHealth } from '../testing/open-incoming-trunk.ts'
import { startOtherNode } from '../testing/start-node.ts'
import { startPhone } from '../testing/start-phone.ts'
import { startRedis } from '../testing/start-redis.ts'
import { openBrowser } from '../testing/test-browser.ts'

const echo = '+1 555 0100'
const handsetId = randomUUID()

/** Starts two nodes with Redis. Ada has a tab at the second one, and a call at the first one. */
async function startNodes() {
  const stack = new AsyncDisposableStack()
  const redis = stack.use(await startRedis())
  const connect = async () => {
    const secrets = createSecrets('a secret for tests that is long enough')
    const bus = stack.use(createRedisBus({ url: redis.url, secrets, log: createLog({ level: 'silent' }) }))
    await waitUntil('the bus is connected', () => bus.findProblem() === null)
    return bus
  }
  const phone = stack.use(await startPhone({ bus: await connect() }))
  const [{ id: nodeId }] = (await phone.database.pool.query('select id from phone.nodes')).rows
  const other = stack.use(await startOtherNode(phone, { bus: await connect() }))
  const ada = phone.signUp('Ada')
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  const browser = stack.use(await openBrowser(other, ada))
  await trunk.callIn('+15550143')
  const { call } = await browser.next('call.incoming')
  await browser.answer(call.id)
  await browser.waitForCall(call.id, ({ phase }) => phase === 'talking')
  return {
    phone,
    other,
    ada,
    trunk,
    browser,
    nodeId: nodeId as string,
    callId: call.id,
    start: (node: typeof other | typeof phone) => node.as(ada).post('/calls', { to: echo, handsetId }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee: a node that another one may replace places no call, whichever node asks it to. */
test('FO1: a node without its lease places and answers no call for a tab at another node, which itself places calls', async () => {
  await using nodes = await startNodes()
  const { phone, other, ada, trunk, browser, nodeId, callId } = nodes
  await trunk.callIn()
  const { call: ringing } = await browser.next('call.incoming', ({ call }) => call.id !== callId)
  using taken = await takeLock(phone.database, nodeId)
  await waitUntil('the lease is lost', async () => (await nodes.start(phone)).status === 503)

  const atOther = other.as(ada)
  for (const [path, body] of [
    [`/calls/${ringing.id}/answer`, { handsetId }],
    [`/calls/${callId}/participants`, { to: echo }],
    [`/calls/${callId}/transfer`, { to: echo, mode: 'blind' }],
  ] as const) {
    const rejected = await atOther.post(path, body)
    expect([path, rejected.status, rejected.body.code]).toEqual([path, 503, 'CALLS_SUSPENDED'])
  }
  expect(await (await trunk.callIn()).next('refused')).toMatchObject({ status: 503 })
  expect((await nodes.start(other)).status).toBe(201)
  expect((await atOther.put(`/calls/${callId}/muted`, { muted: true })).status).toBe(200)

  taken.release()
  await waitUntil('calls are placed', async () => (await nodes.start(phone)).status === 201, 30_000)
  expect((await atOther.post(`/calls/${callId}/participants`, { to: echo })).status).toBe(201)
})

test('FO1: a node whose heartbeats the database does not confirm places no call after 10 s', async () => {
  await using nodes = await startNodes()
  const { phone, other, ada, nodeId, callId } = nodes
  using locked = await lockHeartbeats(phone.database, nodeId)
  const lockedAt = performance.now()

  await waitUntil(
    'the node reports it',
    async () => (await readHealth(phone.service.url, ''))[1].limitation !== undefined,
    30_000,
  )

  expect(performance.now() - lockedAt).toBeLessThan(10_000)
  expect((await nodes.start(phone)).body.code).toBe('CALLS_SUSPENDED')
  const added = await other.as(ada).post(`/calls/${callId}/participants`, { to: echo })
  expect(added.body.code).toBe('CALLS_SUSPENDED')
  expect((await nodes.start(other)).status).toBe(201)
  locked.release()
  await waitUntil('calls are placed', async () => (await nodes.start(phone)).status === 201, 30_000)
})

/** Guarantee: a node that is suspended while it stores a leg does not dial it when another node may have ended the call. */
describe('ZR507: a number is not dialled when, while it is stored,', () => {
  test('the node loses its lease', () =>
    dialWhile(async ({ phone, nodeId }) => {
      const taken = await takeLock(phone.database, nodeId)
      await waitUntil(
        'the lease is lost',
        async () => (await readHealth(phone.service.url, ''))[1].limitation !== undefined,
        30_000,
      )
      return taken
    }))

  test('another node ends the calls of this one, which has its lease again', () =>
    dialWhile(async ({ phone, nodeId }) => {
      const changeEpoch = 'update phone.nodes set epoch = epoch + 1 where id = $1 returning epoch'
      const changed = (await phone.database.pool.query(changeEpoch, [nodeId])).rows[0].epoch
      await waitUntil('the node begins a new epoch', async () => {
        const { rows } = await phone.database.pool.query('select epoch from phone.nodes where id = $1', [
          nodeId,
        ])
        return rows[0].epoch > changed
      })
      return { [Symbol.dispose]: () => {} }
    }))
})

/** Adds a number to a call, and does something while its leg is being stored. */
async function dialWhile(
  change: (nodes: Awaited<ReturnType<typeof startNodes>>) => Promise<Disposable>,
): Promise<void> {
  await using nodes = await startNodes()
  const { phone, ada, trunk, callId } = nodes
  let dialled = 0
  trunk.nextCall().then(
    () => dialled++,
    () => {},
  )
  using storage = await pauseStorageOfEvents(phone.database)
  const added = phone.as(ada).post(`/calls/${callId}/participants`, { to: '+12125550199' })
  await storage.waitUntilPaused()
  using _changed = await change(nodes)

  storage.release()

  expect((await added).status).toBe(503)
  expect(dialled).toBe(0)
}

/** Takes the lock of a node, as after a cut of its connection. */
async function takeLock({ pool }: Pick<DatabaseServer, 'pool'>, nodeId: string) {
  const connection = await pool.connect()
  const taken = connection.query("select pg_advisory_lock(hashtext('parley-phone-node'), hashtext($1))", [
    nodeId,
  ])
  await pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
       and database = (select oid from pg_database where datname = current_database())
       and classid = (hashtext('parley-phone-node')::bigint & 4294967295)::oid
       and objid = (hashtext($1)::bigint & 4294967295)::oid`,
    [nodeId],
  )
  await taken
  return toLock(connection)
}

/** Keeps the heartbeats of a node from being saved. */
async function lockHeartbeats({ pool }: Pick<DatabaseServer, 'pool'>, nodeId: string) {
  const connection = await pool.connect()
  await connection.query('begin')
  await connection.query('select 1 from phone.nodes where id = $1 for update', [nodeId])
  return toLock(connection)
}

/** Keeps the events of calls from being stored. */
async function pauseStorageOfEvents({ pool }: Pick<DatabaseServer, 'pool'>) {
  const connection = await pool.connect()
  await connection.query('begin')
  await connection.query('lock table phone.call_events in exclusive mode')
  const select = "select 1 from pg_locks where relation = 'phone.call_events'::regclass and not granted"
  const waitUntilPaused = () =>
    waitUntil('an event waits', async () => (await pool.query(select)).rows.length > 0)
  return { ...toLock(connection), waitUntilPaused }
}

/** A lock that is released with its connection, at the latest when it is disposed. */
function toLock(connection: { release(destroy: true): void }) {
  let isReleased = false
  const release = () => {
    if (!isReleased) connection.release(true)
    isReleased = true
  }
  return { release, [Symbol.dispose]: release }
}
