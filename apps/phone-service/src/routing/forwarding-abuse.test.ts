import { required, waitUntil } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const hangUp = { kind: 'hang-up' }

async function forwardAllCalls(
  phone: TestPhone,
  user: FakeUser,
  number: string,
  unanswered: object = hangUp,
) {
  const open = { kind: 'number', number }
  const routes = [{ number: null, openingHoursId: null, open, closed: hangUp, unanswered }]
  const configuration = { groups: [], openingHours: [], routes }
  const { status } = await phone.as(user).put('/routing', { version: 0, configuration })
  expect(status).toBe(200)
}

async function getOwnNumber(phone: TestPhone, user: FakeUser): Promise<string> {
  return (await phone.as(user).get('/me')).body.numbers[0].number
}

/** Guarantee (ZR313): no workspace presents the number of another one. */
test('ZR313: a call that names the number of another workspace is not forwarded with it as caller ID', async () => {
  await using phone = await startPhone()
  const [ada, grace, linus] = [phone.signUp('Ada'), phone.signUp('Grace'), phone.signUp('Linus')]
  await using far = await startTestPhone()
  const trunk = { name: 'North line', host: '127.0.0.1', port: far.port, numbers: ['+12125552368'] }
  const withCredentials = { ...trunk, username: 'ada', password: 'correct horse', registration: 'none' }
  expect((await phone.as(ada).post('/trunks', withCredentials)).status).toBe(201)
  await using atGrace = await openBrowser(phone, grace)
  const [ofGrace, ofLinus] = [await getOwnNumber(phone, grace), await getOwnNumber(phone, linus)]
  await forwardAllCalls(phone, ada, ofGrace)

  const { port } = required(phone.engine.sipAddresses[0], 'a SIP address')
  const caller = await far.call(ofLinus, '+12125550142', port)

  await waitUntil('the call rings for Grace or has ended', () =>
    [...caller.events, ...atGrace.messages].some(({ type }) => ['ended', 'call.incoming'].includes(type)),
  )
  const numbers = atGrace.messages.flatMap((one) => (one.type === 'call.incoming' ? [one.call.number] : []))
  expect(numbers).not.toContain(ofLinus)
})

/** Guarantee (ZR314): a loop of forwardings does not take the call slots of the workspace. */
test('ZR314: a call that returns from the number to which it is forwarded takes three slots at most', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await using browser = await openBrowser(phone, ada)
  await forwardAllCalls(phone, ada, '+12125552390', { kind: 'everyone' })

  await trunk.callIn('+12125550140')
  for (const from of ['+12125550141', '+12125550142', '+12125550143']) {
    const forwarded = await trunk.nextCall()
    await forwarded.ring()
    await trunk.callIn(from)
  }

  expect((await browser.next('call.incoming')).call.number).toBe('+12125550143')
  const { rows } = await phone.database.pool.query('select slot_ids from phone.calling_limits')
  expect(rows.flatMap(({ slot_ids }) => slot_ids)).toHaveLength(3)
})

/** Starts a workspace whose calls are forwarded to one number, or ring for everyone when they are not. */
async function startForwarding() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const ada = phone.signUp('Ada')
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  const browser = stack.use(await openBrowser(phone, ada))
  await forwardAllCalls(phone, ada, '+12125552390', { kind: 'everyone' })
  let forwardings = 0
  const ringForwarded = async () => {
    for (;;) {
      await (await trunk.nextCall()).ring()
      forwardings += 1
    }
  }
  void ringForwarded().catch(() => undefined)
  const countRefused = () => browser.messages.filter(({ type }) => type === 'call.incoming').length
  return {
    phone,
    trunk,
    /** Calls, and returns whether the call is forwarded; it rings without an answer. */
    async isForwarded(from: string): Promise<boolean> {
      const before = { forwardings, refused: countRefused() }
      await trunk.callIn(from)
      await waitUntil(
        'the call is forwarded or rings',
        () => forwardings > before.forwardings || countRefused() > before.refused,
      )
      return forwardings > before.forwardings
    },
    /** Moves the beginning of all calls, as if a time had passed. */
    pass: (ms: number) =>
      phone.database.pool.query("update phone.calls set started_at = started_at - $1 * interval '1 ms'", [
        ms,
      ]),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee: no caller occupies the number to which the calls of all others are forwarded. */
test.each([
  ['a number', '+12125550140', 1],
  ['callers without a number', 'anonymous', 2],
])(
  'ZR372: further calls of %s are not forwarded while one rings, and those of others are',
  async (_, caller, max) => {
    await using started = await startForwarding()

    const calls: boolean[] = []
    for (let count = 0; count < 4; count++) calls.push(await started.isForwarded(caller))

    expect(calls).toEqual([true, max > 1, false, false])
    expect(await started.isForwarded('+12125550141')).toBe(true)
  },
)

test('ZR372: concurrent calls of one caller are forwarded once', async () => {
  await using started = await startForwarding()
  const { trunk, phone } = started
  // All calls are counted before the first forwarding is stored, unless they wait for each other.
  await phone.database.pool.query(`
    create function phone.delay_forwarding() returns trigger language plpgsql as
      'begin perform pg_sleep(0.5); return new; end';
    create trigger delay_forwarding before update on phone.calls for each row
      when (old.state->'forwarding' is null and new.state->'forwarding' is not null)
      execute function phone.delay_forwarding()`)
  await Promise.all(Array.from({ length: 4 }, () => trunk.callIn('+12125550140')))

  const select = "select count(*)::int count from phone.calls where state->'forwarding'"
  const count = async (sql: string) => (await phone.database.pool.query(sql)).rows[0].count
  await waitUntil('all calls ring', async () => {
    const elsewhere = "select count(*)::int count from phone.calls where (state->'routing'->>'step')::int > 0"
    return (await count(`${select} is not null`)) + (await count(elsewhere)) === 4
  })
  expect(await count(`${select}->>'stage' = 'dialing'`)).toBe(1)
})

test('ZR372, ZR394: many callers occupy five slots of the workspace with calls to one number, and further calls ring for its other target', async () => {
  await using started = await startForwarding()

  const calls: boolean[] = []
  for (let count = 0; count < 7; count++) {
    calls.push(await started.isForwarded(`+1212555014${count}`))
    await started.pass(10_000)
  }

  expect(calls).toEqual([true, true, true, true, true, false, false])
})
