import { randomUUID } from 'node:crypto'
import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web'
import type { CallEngine, EngineEvent } from '@parley/call-engine'
import { required, waitUntil } from '@parley/primitives'
import { createLog } from '@parley/server'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { delayClose } from '../testing/delay-close.ts'
import { override } from '../testing/override.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { createEventQueues } from './incoming/event-queues.ts'

const numbers = ['+12125552368', '+12125552369'] as const

/** Starts a phone with a trunk for each number. */
async function startWithTwoTrunks(...options: Parameters<typeof startPhone>) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(...options))
  const provider = stack.use(await startTestPhone())
  const user = phone.signUp('Ada')
  for (const number of numbers) {
    const fields = { name: number, host: '127.0.0.1', port: provider.port, numbers: [number] }
    expect((await phone.as(user).post('/trunks', fields)).status).toBe(201)
  }
  const sipPort = required(phone.engine.sipAddresses[0], 'a SIP address').port
  return {
    phone,
    workspaceId: required(user.teamIds[0], 'the workspace'),
    call: (number: string, caller: string) => provider.call(number, caller, sipPort),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Begins to block the storing of calls of one caller to a workspace, until released. */
async function blockCalls({ database: { pool } }: TestPhone, workspaceId: string, caller: string) {
  const blocking = await pool.connect()
  await blocking.query('begin')
  await blocking.query(
    "insert into rate_limits.attempts values ('phone-incoming-calls-by-caller', $1, 1, now())",
    [`${workspaceId} ${caller}`],
  )
  return {
    waitForCall: () =>
      waitUntil('a call waits for the database', async () => {
        const { rows } = await pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return rows.length > 0
      }),
    async release() {
      await blocking.query('rollback')
      blocking.release()
    },
  }
}

/** Guarantee: calls wait neither for the calls of other trunks nor for what other callers do. */
test('YR20: while a call through one trunk cannot be stored, calls through others ring', async () => {
  await using started = await startWithTwoTrunks()
  const blocking = await blockCalls(started.phone, started.workspaceId, '+15550142')

  const blocked = await started.call(numbers[0], '+15550142')
  await blocking.waitForCall()
  const other = await started.call(numbers[1], '+15550143')
  await other.next('ringing')

  await blocking.release()
  await blocked.next('ringing')
})

test('YR20: while the ringing of one call takes long, others ring, and it ends when its caller hangs up', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let rings = 0
  await using started = await startWithTwoTrunks({}, (engine) => ({
    ...engine,
    async openConference(options) {
      const conference = await engine.openConference(options)
      return override(conference, {
        async addIncoming(id, legId) {
          rings += 1
          if (rings === 1) await released
          await conference.addIncoming(id, legId)
        },
      })
    },
  }))

  const slow = await started.call(numbers[0], '+15550142')
  await waitUntil('the first call rings', () => rings === 1)
  const other = await started.call(numbers[0], '+15550143')
  await other.next('ringing')
  await slow.hangUp()
  const last = await started.call(numbers[0], '+15550144')
  await last.next('ringing')

  release()
  await waitUntil('the first call has ended', async () => {
    const { rows } = await started.phone.database.pool.query(
      'select from phone.calls where ended_at is not null',
    )
    return rows.length === 1
  })
})

/** Guarantee: a flood of calls that are cancelled immediately uses no memory without bound. */
test('YR20: at most 100 calls of one trunk wait to be stored', async () => {
  const queues = createEventQueues()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const accepted = Array.from({ length: 105 }, () => queues.run('one', () => released))

  expect(accepted.filter((work) => work !== null)).toHaveLength(100)
  expect(queues.run('two', async () => {})).not.toBeNull()
  release()
  await Promise.all(accepted)
  expect(queues.run('one', async () => {})).not.toBeNull()
})

test('YR20: a call that finds the queue of its trunk full is rejected and logged, and calls through others ring', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } })
  await using started = await startWithTwoTrunks({ log })
  const blocking = await blockCalls(started.phone, started.workspaceId, '+15550142')
  const events = started.phone.engine.events[Symbol.asyncIterator]()
  const callFirstNumber = async () => {
    const call = await started.call(numbers[0], '+15550142')
    while ((await events.next()).value?.type !== 'incoming');
    return call
  }
  const first = await callFirstNumber()
  await blocking.waitForCall()

  // Calls that their callers have cancelled still wait to be stored.
  for (let count = 1; count < 100; count++) await (await callFirstNumber()).hangUp()
  const rejected = await started.call(numbers[0], '+15550143')
  expect(await rejected.next('refused')).toMatchObject({ status: 480 })
  const other = await started.call(numbers[1], '+15550143')
  await other.next('ringing')
  await blocking.release()
  await first.next('ringing')

  const limited = lines.filter((line) => line.includes('waiting-calls-of-trunk'))
  expect(limited.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'incoming_calls.limited', level: 'warn', trunkId: expect.any(String), calls: 1 },
  ])
})

test('YR20: while a call to one workspace through the simulated network cannot be stored, calls to others ring', async () => {
  await using phone = await startPhone()
  const [ada, grace, hedy] = ['Ada', 'Grace', 'Hedy'].map((name) => phone.signUp(name))
  const findNumber = async (user = ada) =>
    (await phone.as(required(user, 'a user')).get('/me')).body.numbers[0].number
  const workspaceId = required(grace?.teamIds[0], 'the workspace')
  const blocking = await blockCalls(phone, workspaceId, await findNumber())
  await using browser = await openBrowser(phone, required(ada, 'Ada'))
  await using other = await openBrowser(phone, required(hedy, 'Hedy'))

  await browser.call(await findNumber(grace))
  await blocking.waitForCall()
  await using third = await openBrowser(phone, phone.signUp('Linus'))
  await third.call(await findNumber(hedy))
  await other.next('call.incoming')
  await blocking.release()
})

/** Inserts events into those of an engine, and lists why incoming calls are rejected. */
function observeIncomingCalls() {
  const reasons: string[] = []
  const readers: ReadableStreamDefaultController<EngineEvent>[] = []
  const wrap = (engine: CallEngine): CallEngine => {
    const forwardEvents = async (reader: ReadableStreamDefaultController<EngineEvent>) => {
      for await (const event of engine.events) reader.enqueue(event)
      readers.splice(readers.indexOf(reader), 1)
      reader.close()
    }
    return {
      ...engine,
      get events() {
        return new ReadableStream<EngineEvent>({
          start(reader) {
            readers.push(reader)
            void forwardEvents(reader)
          },
        })
      },
      async rejectIncoming(incomingId, reason) {
        reasons.push(reason)
        await engine.rejectIncoming(incomingId, reason)
      },
    }
  }
  const insert = (event: EngineEvent) => {
    for (const reader of readers) reader.enqueue(event)
  }
  return { wrap, insert, reasons: reasons as readonly string[] }
}

/** Guarantee: a planned stop leaves no open call. */
test('a call that is being stored while the service stops is ended', async () => {
  const incoming = observeIncomingCalls()
  await using started = await startWithTwoTrunks({}, incoming.wrap)
  const { phone, workspaceId } = started
  const blocking = await blockCalls(phone, workspaceId, '+15550142')
  await started.call(numbers[0], '+15550142')
  await blocking.waitForCall()

  const stopped = phone.service[Symbol.asyncDispose]()
  await waitUntil('the service accepts no further calls', () => {
    const call = { incomingId: randomUUID(), trunkId: randomUUID(), from: null, displayName: null }
    incoming.insert({ type: 'incoming', at: Date.now(), ...call, to: numbers[0] })
    return incoming.reasons.includes('suspended')
  })
  await blocking.release()
  await stopped

  const { rows } = await phone.database.pool.query('select phase from phone.calls')
  expect(rows).toEqual([{ phase: 'ended' }])
})

/** Guarantee: the far end of one call delays neither the removal of a user from others nor further events. */
test('YR21: a user without access is removed from one call while another cannot be ended', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let closes = 0
  await using phone = await startPhone({}, (engine) =>
    delayClose(engine, () => (++closes === 1 ? released : undefined)),
  )
  const grace = phone.signUp('Grace')
  for (let count = 0; count < 2; count++)
    await phone.as(grace).post('/calls', { to: '+15550100', handsetId: randomUUID() })

  phone.accounts.endSession(grace.id)
  const data = { id: randomUUID(), user_id: grace.id }
  expect(await sendAccountEvent(phone, { type: 'session.ended', data })).toBe(204)
  // Less than the time after which the calls are checked without an event.
  await waitUntil('both calls are being ended', () => closes === 2, 8_000)
  release()
})
