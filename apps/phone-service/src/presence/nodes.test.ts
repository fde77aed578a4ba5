import { expect, test } from 'vitest'
import { createInProcessBus } from '../bus/index.ts'
import { startOtherNode } from '../testing/start-node.ts'
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
