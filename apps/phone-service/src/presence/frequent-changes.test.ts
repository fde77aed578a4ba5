import { randomUUID } from 'node:crypto'
import { sleep } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createInProcessBus } from '../bus/index.ts'
import { connectLive } from '../testing/test-browser.ts'
import { openTab, startBakery } from './testing/connect-colleagues.ts'

/** Guarantee (ZR362): a tab cannot occupy the bus, other nodes or the tabs of colleagues with small messages. */
test('ZR362: fifty changes of focus and activity in a second are published at its start and its end', async () => {
  await using bus = createInProcessBus()
  await using bakery = await startBakery({ bus })
  const { phone, ada, grace } = bakery
  const published: string[] = []
  await bus.subscribe('tabs', (message) => {
    const text = JSON.stringify(message)
    if (text.includes('"changed"')) published.push(text)
  })
  const atGrace = await openTab(phone, grace)
  const calls = Array.from({ length: 100 }, () => ({ id: randomUUID(), version: 1 }))
  const resume = { since: Date.now(), calls }
  const atAda = await connectLive(phone, ada, randomUUID(), randomUUID(), { resume })

  const startedAt = performance.now()
  for (let count = 0; count < 25; count++) {
    atAda.send({ type: 'activity', state: count % 2 === 0 ? 'active' : 'idle' })
    atAda.send({ type: 'focused' })
  }
  await atGrace.waitForPresence(ada, 'free')
  // One more for each second that a loaded machine takes to send them.
  const max = 2 + Math.floor((performance.now() - startedAt) / 1_000)
  await sleep(2_500)

  expect(published.length).toBeGreaterThanOrEqual(2)
  expect(published.length).toBeLessThanOrEqual(max)
  for (const text of published) expect(text.length).toBeLessThan(400)
  expect(atGrace.readPresence(ada)).toBe('free')
  expect(atGrace.listPresenceMessages().length).toBeLessThanOrEqual(max + 1)
})
