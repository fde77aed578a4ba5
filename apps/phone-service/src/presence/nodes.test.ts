import { waitUntil } from '@parley/primitives'
import { createLog, createSecrets } from '@parley/server'
import { expect, test } from 'vitest'
import { createInProcessBus, createRedisBus } from '../bus/index.ts'
import { startOtherNode } from '../testing/start-node.ts'
import { startRedis } from '../testing/start-redis.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { openTab, startBakery } from './testing/connect-colleagues.ts'

test('ZR125: colleagues at another node see input and calls, and the end of a node', async () => {
  await using bus = createInProcessBus()
  await using bakery = await startBakery({ bus })
  const { phone, ada, grace } = bakery
  const linus = phone.accounts.addUser('Linus', [bakery.bakery])
  const atAda = await openTab(phone, ada)
  const other = await startOtherNode(phone, { bus })
  const atGrace = await openTab(other, grace)
  const atLinus = await openTab(other, linus)

  atGrace.reportActivity('active')
  await Promise.all([atAda, atLinus].map((tab) => tab.waitForPresence(grace, 'free')))
  const browser = await openBrowser(other, grace)
  const { id } = await browser.call('+1 555 0104')
  await Promise.all([atAda, atLinus].map((tab) => tab.waitForPresence(grace, 'in-call')))
  await other.as(grace).post(`/calls/${id}/hang-up`, {})
  await atAda.waitForPresence(grace, 'free')
  await other[Symbol.asyncDispose]()

  await atAda.waitForPresence(grace, 'away')
  // One message for each change, from the node of the tab alone.
  expect(atAda.listPresenceMessages()).toHaveLength(4)
})

/** Guarantee: a colleague who looks whether someone is free sees what was true 2 s ago, at any node. */
test('ZR421: a change of the presence is shown within 2 s at every colleague at two nodes with Redis, also right after another one', async () => {
  await using stack = new AsyncDisposableStack()
  const redis = stack.use(await startRedis())
  const connect = async () => {
    const secrets = createSecrets('a secret for tests that is long enough')
    const bus = stack.use(createRedisBus({ url: redis.url, secrets, log: createLog({ level: 'silent' }) }))
    await waitUntil('the bus is connected', () => bus.findProblem() === null)
    return bus
  }
  const { phone, ada, grace, bakery } = stack.use(await startBakery({ bus: await connect() }))
  const other = stack.use(await startOtherNode(phone, { bus: await connect() }))
  const colleagues = [await openTab(phone, ada)]
  for (const name of ['Linus', 'Hedy', 'Alan', 'Mary'])
    for (const node of [phone, other])
      colleagues.push(await openTab(node, phone.accounts.addUser(name, [bakery])))
  const atGrace = await openTab(other, grace)
  using clock = startRunningClock()
  const durations: number[] = []
  for (const state of ['active', 'idle', 'active', 'idle', 'active', 'idle'] as const) {
    const changedAt = clock.readMs()
    atGrace.reportActivity(state)
    const presence = state === 'active' ? 'free' : 'away'
    const waits = colleagues.map(async (tab) => {
      await tab.waitForPresence(grace, presence)
      return clock.readMs() - changedAt
    })
    durations.push(...(await Promise.all(waits)))
  }

  expect(durations).toHaveLength(colleagues.length * 6)
  expect(Math.max(...durations)).toBeLessThan(2_000)
})

const tickMs = 10

/**
 * Starts a clock that runs only while this process does: of each pause between two ticks, it counts at most twice their
 * interval. The nodes and the tabs are in this process, and a busy machine stops them together with the clock.
 */
function startRunningClock() {
  let runningMs = 0
  let tickedAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    runningMs += Math.min(now - tickedAt, 2 * tickMs)
    tickedAt = now
  }, tickMs)
  return {
    readMs: () => runningMs,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
