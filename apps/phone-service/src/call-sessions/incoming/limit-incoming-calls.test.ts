import { required, waitUntil } from '@parley/primitives'
import { createLog, openRateLimits } from '@parley/server'
import { ageRateLimits, startTestDatabase } from '@parley/server/testing'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { startPhone } from '../../testing/start-phone.ts'
import { createIncomingCallLimit } from './limit-incoming-calls.ts'

const number = '+12125552368'

/** Starts a phone with a tenth of all limits: three calls of a caller and thirty of a trunk. */
async function start() {
  const stack = new AsyncDisposableStack()
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } })
  const phone = stack.use(await startPhone({ rateLimitFactor: 0.1, log }))
  const provider = stack.use(await startTestPhone())
  const ada = phone.as(phone.signUp('Ada'))
  const fields = { name: 'Provider', host: '127.0.0.1', port: provider.port, numbers: [number] }
  const { status } = await ada.post('/trunks', fields)
  expect(status).toBe(201)
  const sipPort = required(phone.engine.sipAddresses[0], 'a SIP address').port
  return {
    /** Calls, hangs up when it rings, and returns `ringing` or the status of the refusal. */
    async callFrom(caller: string) {
      const calling = await provider.call(number, caller, sipPort)
      const outcome = await Promise.race([
        calling.next('refused').then(({ status }) => status),
        calling.next('ringing').then(() => 'ringing' as const),
      ])
      await calling.hangUp()
      return outcome
    },
    countCalls: async () => {
      const { rows } = await phone.database.pool.query('select count(*)::int as count from phone.calls')
      return rows[0].count
    },
    /** Moves all limits as if a time had passed. */
    pass: (ms: number) => ageRateLimits(phone.database, ms),
    warnings: () =>
      lines.filter((line) => line.includes('incoming_calls.limited')).map((line) => JSON.parse(line)),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee (VR21): a caller who hangs up immediately, again and again, does not fill the list of calls. */
test.each([
  ['+15550142', 3, 'phone-incoming-calls-by-caller'],
  ['reception.desk', 3, 'phone-incoming-calls-by-caller'],
  ['anonymous', 9, 'phone-incoming-calls-withheld'],
])(
  'VR21, ZR374: calls of %s above its limit of %i are rejected and not stored; others ring',
  async (caller, most, limit) => {
    await using started = await start()

    const outcomes = []
    for (let count = 0; count < most + 3; count++) outcomes.push(await started.callFrom(caller))

    expect(outcomes).toEqual([...Array.from({ length: most }, () => 'ringing'), 480, 480, 480])
    for (const other of ['+15550143', 'front.desk']) expect(await started.callFrom(other)).toBe('ringing')
    expect(await started.countCalls()).toBe(most + 2)
    expect(started.warnings()).toMatchObject([{ reason: 'INCOMING_CALL_LIMIT', limit, calls: 1 }])
  },
)

/** Guarantee (YR8): a caller who uses up the limits of a workspace does not keep out its other callers for minutes. */
test('VR21, YR8: after a flood from a different caller each time the next caller rings within seconds', async () => {
  await using started = await start()

  const outcomes = []
  for (let count = 0; count < 50; count++) outcomes.push(await started.callFrom(`+155501${count + 10}`))

  expect(outcomes.slice(0, 30)).not.toContain(480)
  expect(outcomes).toContain(480)
  expect(await started.countCalls()).toBe(outcomes.filter((outcome) => outcome === 'ringing').length)
  // A tenth of the limits refills in ten times the time.
  await started.pass(10_000)
  expect(await started.callFrom('+15550191')).toBe('ringing')
})

test('VR21, YR8: calls through one trunk leave some of the limit of the workspace to its other trunks', async () => {
  await using server = await startTestDatabase()
  const rateLimits = await openRateLimits(server, 0.1)
  using limit = createIncomingCallLimit({ rateLimits, log: createLog({ level: 'silent' }) })
  const countAllowed = async (trunkId: string) => {
    let allowed = 0
    for (let count = 10; count < 60; count++)
      if (await limit.consume({ workspaceId: 'one', trunkId, caller: `${trunkId}${count}` })) allowed += 1
    return allowed
  }

  expect(await countAllowed('+155501')).toBe(30)
  expect(await countAllowed('+155502')).toBe(15)
})

test('VR21: the log states how many calls of a workspace were rejected', async () => {
  await using server = await startTestDatabase()
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } })
  const rateLimits = await openRateLimits(server, 0.1)
  using limit = createIncomingCallLimit({ rateLimits, log }, 200)
  const call = () => limit.consume({ workspaceId: 'one', trunkId: 'two', caller: '+15550142' })

  const allowed = await Promise.all(Array.from({ length: 13 }, call))

  expect(allowed.filter((isAllowed) => isAllowed)).toHaveLength(3)
  await waitUntil('all rejected calls are logged', () => {
    const counts = lines.map((line) => JSON.parse(line).calls)
    return counts.reduce((sum, count) => sum + count, 0) === 10
  })
  expect(lines.length).toBeLessThan(10)
})

test('VR21: the first call that each limit rejects is logged immediately', async () => {
  await using server = await startTestDatabase()
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } })
  const rateLimits = await openRateLimits(server, 0.1)
  using limit = createIncomingCallLimit({ rateLimits, log })
  const callFrom = (caller: string) => limit.consume({ workspaceId: 'one', trunkId: 'two', caller })

  for (let count = 0; count < 7; count++) await callFrom('+15550142')
  for (let count = 0; count < 32; count++) await callFrom(`+155502${count + 10}`)

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { limit: 'phone-incoming-calls-by-caller', calls: 1 },
    { limit: 'phone-incoming-calls-by-trunk', calls: 1 },
  ])
})

test('YR20: the first call that is rejected because of the queue of its trunk is logged immediately, the others together', async () => {
  await using server = await startTestDatabase()
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } })
  using limit = createIncomingCallLimit({ rateLimits: await openRateLimits(server, 1), log }, 100)

  for (let count = 0; count < 5; count++) limit.logFullQueue('one')
  limit.logFullQueue('two')
  expect(lines).toHaveLength(2)
  await waitUntil('the further calls are logged', () => lines.length === 3)

  const fields = { event: 'incoming_calls.limited', limit: 'waiting-calls-of-trunk' }
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { ...fields, trunkId: 'one', calls: 1 },
    { ...fields, trunkId: 'two', calls: 1 },
    { ...fields, trunkId: 'one', calls: 4 },
  ])
})
