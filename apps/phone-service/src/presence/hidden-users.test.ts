import { expect, test } from 'vitest'
import { createInProcessBus } from '../bus/index.ts'
import { startOtherNode } from '../testing/start-node.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { openTab, startBakery } from './testing/connect-colleagues.ts'

/** Guarantee (ZR124): a user who hides their presence is away, whatever they do. */
test('ZR124: of a user who hides their presence, colleagues see neither input nor calls nor closed tabs', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace } = bakery
  const linus = phone.accounts.addUser('Linus', [bakery.bakery])
  const [atAda, atGrace, atLinus] = [
    await openTab(phone, ada),
    await openTab(phone, grace),
    await openTab(phone, linus),
  ]
  atGrace.reportActivity('active')
  await atAda.waitForPresence(grace, 'free')

  await phone.as(grace).patch('/me/settings', { presence: 'hidden' })
  await atAda.waitForPresence(grace, 'away')
  atGrace.reportActivity('idle')
  atGrace.reportActivity('active')
  await using browser = await openBrowser(phone, grace)
  const call = await browser.call('+1 555 0104')
  await browser.waitForCall(call.id, ({ phase }) => phase === 'ringing')
  atGrace.close()
  atLinus.reportActivity('active')
  await atAda.waitForPresence(linus, 'free')
  const late = await openTab(phone, ada)
  await late.waitForPresence(linus, 'free')

  expect(atAda.listPresenceMessages()).toEqual([
    { type: 'presence.changed', userId: grace.id, presence: 'free' },
    { type: 'presence.changed', userId: grace.id, presence: 'away' },
    { type: 'presence.changed', userId: linus.id, presence: 'free' },
  ])
  expect(late.readPresence(grace)).toBe('away')
  await phone.as(grace).patch('/me/settings', { presence: 'shown' })
  await atAda.waitForPresence(grace, 'in-call')
})

test('ZR124: a user is hidden at the other nodes, too, and after a restart', async () => {
  await using bus = createInProcessBus()
  await using bakery = await startBakery({ bus })
  const { phone, ada, grace } = bakery
  await phone.as(ada).patch('/me/settings', { presence: 'hidden' })
  await using other = await startOtherNode(phone, { bus })
  const [atOther, atAda] = [await openTab(other, grace), await openTab(phone, ada)]
  const atGrace = await openTab(phone, grace)
  atAda.reportActivity('active')
  atGrace.reportActivity('active')
  await atOther.waitForPresence(grace, 'free')
  expect(atOther.readPresence(ada)).toBe('away')

  await phone.as(ada).patch('/me/settings', { presence: 'shown' })
  await atOther.waitForPresence(ada, 'free')
  await other.as(ada).patch('/me/settings', { presence: 'hidden' })

  await Promise.all([atOther, atGrace].map((tab) => tab.waitForPresence(ada, 'away')))
})
