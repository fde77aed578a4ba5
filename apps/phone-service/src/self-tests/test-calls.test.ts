import { randomUUID } from 'node:crypto'
import { required, waitUntil } from '@parley/primitives'
import { startTestPhone, type TestCall } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { addPeerTrunk } from '../testing/add-peer-trunk.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const numbers = ['+12125552368', '+12125552369'] as const
const [number, from] = numbers
const keypad = { parts: ['keypad'], testCallNumber: number }

/** Starts a phone with a trunk whose provider is a telephone of the test. */
async function start() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const provider = stack.use(await startTestPhone())
  const ada = phone.signUp('Ada')
  await addPeerTrunk(phone, ada, { port: provider.port, numbers: [...numbers] })
  const { port } = required(phone.engine.sipAddresses[0], 'a SIP address')
  const read = async () => {
    const { body } = await phone.as(ada).get('/self-test')
    return { ...body, keypad: body.parts.find(({ part }: { part: string }) => part === 'keypad') }
  }
  return {
    phone,
    provider,
    ada,
    read,
    callIn: (caller: string, called: string = number) => provider.call(called, caller, port),
    waitForResult: () =>
      waitUntil('the test is done', async () => {
        const { keypad: result, progress } = await read()
        return progress ? null : result
      }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Sends the keys that arrive in one call in the other one, once. */
async function forwardKeys(source: TestCall, target: TestCall) {
  await waitUntil('the pound key has arrived', () => source.digits.includes('#'))
  target.press(source.digits.join(''))
}

async function listStoredCalls({ database }: TestPhone) {
  const { rows } = await database.pool.query('select direction, owner_ids from phone.calls')
  return rows
}

test('ZR897: a call through a trunk goes to the number of the workspace that was chosen, comes in, and is charged', async () => {
  await using bakery = await start()
  const { phone, provider, ada, read } = bakery
  const csv = 'prefix,name,price_per_minute\n1,North America,0.02'
  await phone.as(ada).put('/price-table', { currency: 'USD', csv })
  expect((await read()).testCalls).toEqual([
    {
      number,
      from,
      trunkName: 'A provider',
      price: { currency: 'USD', perMinuteMicros: 20_000, setupFeeMicros: 0 },
    },
    expect.objectContaining({ number: from, from: number }),
  ])

  await phone.as(ada).post('/self-test/runs', keypad)
  const out = await provider.nextCall()
  expect([out.target, out.from?.uri]).toEqual([
    expect.stringContaining(number),
    expect.stringContaining(from),
  ])
  const back = await bakery.callIn(from)
  await back.next('answered')
  await out.answer()
  await forwardKeys(out, back)
  await forwardKeys(back, out)
  const result = await bakery.waitForResult()
  await out.next('ended')

  expect(result).toMatchObject({ state: 'passed', result: expect.stringMatching(/^\d{4} \d{4}$/) })
  expect(await listStoredCalls(phone)).toEqual([{ direction: 'outgoing', owner_ids: [] }])
  const { rows } = await phone.database.pool.query('select number from phone.call_charges')
  expect(rows).toEqual([{ number }])
})

test('ZR897: no other number is called, and no number of a trunk unless it was chosen', async () => {
  await using bakery = await start()
  const { phone, provider, ada } = bakery
  const linus = phone.signUp('Linus')
  const start_ = (user: typeof ada, testCallNumber: string | null) =>
    phone.as(user).post('/self-test/runs', { parts: ['keypad'], testCallNumber })

  for (const other of ['+12125552177', '+15550100'])
    expect((await start_(ada, other)).body.code).toBe('SELF_TEST_NUMBER_NOT_YOURS')
  expect((await start_(linus, number)).body.code).toBe('SELF_TEST_NUMBER_NOT_YOURS')
  await phone.as(ada).get('/me')
  expect((await start_(ada, null)).status).toBe(202)

  expect(await bakery.waitForResult()).toMatchObject({ state: 'passed' })
  await phone.as(ada).post('/self-test/runs', keypad)
  // The first call through the trunk is the one that was chosen.
  expect((await provider.nextCall()).target).toContain(number)
})

test('ZR897: a limit of the workspace prevents a test call, and the result says which', async () => {
  await using bakery = await start()
  const { phone, ada } = bakery
  const csv = 'prefix,name,price_per_minute\n1,North America,5'
  await phone.as(ada).put('/price-table', { currency: 'USD', csv })
  await phone.as(ada).put('/limits/daily', { minutesPerDay: null, spendPerDay: 1, timeZone: 'UTC' })

  await phone.as(ada).post('/self-test/runs', keypad)

  expect(await bakery.waitForResult()).toMatchObject({
    state: 'failed',
    problem: { kind: 'refused', code: 'CALL_LIMIT_SPEND_PER_DAY' },
  })
})

test('ZR899: of the incoming calls, a test answers the one that it has placed, once', async () => {
  await using bakery = await start()
  const { phone, provider, ada } = bakery
  await using browser = await openBrowser(phone, ada)
  await phone.as(ada).post('/self-test/runs', keypad)
  const out = await provider.nextCall()

  const stranger = await bakery.callIn('+12125550142')
  const elsewhere = await bakery.callIn(number, from)
  for (const call of [stranger, elsewhere]) {
    await call.next('ringing')
    await browser.next('call.incoming')
  }
  const back = await bakery.callIn(from)
  await back.next('answered')
  const second = await bakery.callIn(from)
  await second.next('ringing')
  await waitUntil('all calls but the one of the test are stored', async () => {
    const stored = await listStoredCalls(phone)
    return stored.filter(({ direction }) => direction === 'incoming').length === 3
  })

  for (const call of [stranger, elsewhere, second])
    expect(call.events.map(({ type }) => type)).not.toContain('answered')
  out.refuse(486)
  await bakery.waitForResult()
})

test.each([
  ['rejected', 404, 'not-connected'],
  ['busy', 486, 'not-connected'],
] as const)('a test call that is %s is reported with the answer of the trunk', async (_, status, problem) => {
  await using bakery = await start()
  const { phone, provider, ada } = bakery

  await phone.as(ada).post('/self-test/runs', keypad)
  ;(await provider.nextCall()).refuse(status)

  expect(await bakery.waitForResult()).toMatchObject({
    state: 'failed',
    problem: { kind: 'keypad', problem },
    detail: expect.stringContaining(String(status)),
  })
})

test('the direction in which the digits are lost is reported, and the call ends', async () => {
  await using bakery = await start()
  const { phone, provider, ada } = bakery
  const connect = async () => {
    await phone.as(ada).post('/self-test/runs', keypad)
    const out = await provider.nextCall()
    const back = await bakery.callIn(from)
    await back.next('answered')
    await out.answer()
    return { out, back }
  }

  const first = await connect()
  expect(await bakery.waitForResult()).toMatchObject({
    problem: { kind: 'keypad', problem: 'lost-on-the-way-there' },
  })
  await first.out.next('ended')
  const { out, back } = await connect()
  await forwardKeys(out, back)
  expect(await bakery.waitForResult()).toMatchObject({
    problem: { kind: 'keypad', problem: 'lost-on-the-way-back' },
  })
}, 90_000)

test('a test call that another telephone answers has not come back', async () => {
  await using bakery = await start()
  const { phone, provider, ada } = bakery

  await phone.as(ada).post('/self-test/runs', keypad)
  const out = await provider.nextCall()
  await out.answer()
  await waitUntil('digits have arrived', () => out.digits.includes('#'))
  // A line that repeats its audio sends the same digits.
  out.press(out.digits.join(''))

  expect(await bakery.waitForResult()).toMatchObject({ problem: { kind: 'keypad', problem: 'not-returned' } })
}, 60_000)

test('ZR898: a workspace has one run at a time and ten in ten minutes, and others are not affected', async () => {
  await using bakery = await start()
  const { phone, provider, ada } = bakery
  const linus = phone.signUp('Linus')
  const storage = { parts: ['storage'] }
  const startAs = async (user: typeof ada, body: object) => {
    const { status, body: answer } = await phone.as(user).post('/self-test/runs', body)
    return status === 202 ? 202 : answer.code
  }

  const both = await Promise.all([startAs(ada, keypad), startAs(ada, keypad)])
  expect(both.toSorted()).toEqual([202, 'SELF_TEST_RUNNING'])
  expect(await startAs(ada, storage)).toBe('SELF_TEST_RUNNING')
  expect(await startAs(linus, storage)).toBe(202)
  ;(await provider.nextCall()).refuse(486)
  await bakery.waitForResult()
  expect(await startAs(ada, storage)).toBe(202)
})

test('ZR898: the runs of a workspace in ten minutes are limited', async () => {
  // Two runs in ten minutes.
  await using phone = await startPhone({ rateLimitFactor: 0.2 })
  const ada = phone.signUp('Ada')
  const start_ = async () => {
    const { status, body } = await phone.as(ada).post('/self-test/runs', { parts: ['storage'] })
    await waitUntil(
      'the run is over',
      async () => (await phone.as(ada).get('/self-test')).body.progress === null,
    )
    return status === 202 ? 202 : body.code
  }

  expect([await start_(), await start_(), await start_()]).toEqual([202, 202, 'TOO_MANY_REQUESTS'])
})

test('ZR901: the run of a process that has ended blocks no other one, and is shown as interrupted', async () => {
  await using bakery = await start()
  const { phone, ada, read } = bakery
  const [workspaceId] = ada.teamIds
  const { pool } = phone.database
  const [runId, sql] = [
    randomUUID(),
    'insert into phone.self_test_runs (workspace_id, id, ends_at) values ($1, $2, ',
  ]
  await pool.query(`${sql} now() + interval '1 minute')`, [workspaceId, runId])
  await pool.query(
    `insert into phone.self_test_results (workspace_id, part, run_id, state, tested_at)
     values ($1, 'storage', $2, 'running', now())`,
    [workspaceId, runId],
  )
  const storage = async () => (await read()).parts.find(({ part }: { part: string }) => part === 'storage')
  expect([(await read()).progress, await storage()]).toMatchObject([
    { done: 0, total: 1 },
    { state: 'running' },
  ])

  await pool.query(`update phone.self_test_runs set ends_at = now() - interval '1 second'`)

  expect([(await read()).progress, await storage()]).toMatchObject([
    null,
    { state: 'failed', problem: { kind: 'test', problem: 'interrupted' } },
  ])
  expect((await phone.as(ada).post('/self-test/runs', { parts: ['storage'] })).status).toBe(202)
})
