import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createInProcessBus } from '../../bus/index.ts'
import { openIncomingTrunk } from '../../testing/open-incoming-trunk.ts'
import { startBakery } from '../../testing/start-bakery.ts'
import { startOtherNode } from '../../testing/start-node.ts'
import { startPhone } from '../../testing/start-phone.ts'
import { connectLive, type PhoneUnderTest } from '../../testing/test-browser.ts'

type Connection = Awaited<ReturnType<typeof connectLive>>

const listRings = ({ messages }: Connection) => messages.filter((message) => message.type === 'call.incoming')

/** Waits until tabs ring or show a call, according to the last message that each has received about it. */
async function waitForPresentations(tabs: readonly Connection[], expected: readonly string[]): Promise<void> {
  const listPresentations = () => tabs.map((tab) => listRings(tab).at(-1)?.presentation)
  await waitUntil(
    () => `the tabs ${expected.join(', ')}. They ${listPresentations().join(', ')}`,
    () => isDeepStrictEqual(listPresentations(), expected),
  )
}

/** Guarantee (ZR402): a user hears a call for as long as it rings in any of their browsers. */
test('ZR402: when the tab that rings is closed, another one rings, also at another node', async () => {
  await using bus = createInProcessBus()
  await using phone = await startPhone({ bus })
  await using other = await startOtherNode(phone, { bus })
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  const connect = (to: PhoneUnderTest, focusedAgoMs: number) =>
    connectLive(to, ada, randomUUID(), randomUUID(), { focusedAgoMs })
  const first = await connect(phone, 20_000)
  const second = await connect(other, 10_000)
  const third = await connect(phone, 0)
  await trunk.callIn()

  await waitForPresentations([first, second, third], ['show', 'show', 'ring'])
  third.close()
  await waitForPresentations([first, second], ['show', 'ring'])
  second.close()
  await waitForPresentations([first], ['ring'])
  first.close()
})

test('ZR402: a tab that connects while a call rings shows it, and rings if it was used last', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  const connect = (focusedAgoMs: number) =>
    connectLive(phone, ada, randomUUID(), randomUUID(), { focusedAgoMs })
  const first = await connect(10_000)
  await trunk.callIn()
  await waitForPresentations([first], ['ring'])

  const second = await connect(20_000)
  await waitForPresentations([first, second], ['ring', 'show'])
  const third = await connect(0)
  await waitForPresentations([first, second, third], ['show', 'show', 'ring'])
  for (const tab of [first, second, third]) tab.close()
})

/** Guarantee (ZR402): the computer of the tab may be asleep; a page whose timers are suspended is not. */
test('ZR402: a tab whose browser answers nothing for 30 s loses its connection, and one whose browser answers pings rings', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  const suspended = await connectLive(phone, ada, randomUUID(), randomUUID(), { focusedAgoMs: 1_000 })
  const asleep = await connectLive(phone, ada, randomUUID(), randomUUID(), {}, { autoPong: false })
  await trunk.callIn()
  await waitForPresentations([suspended, asleep], ['show', 'ring'])

  await asleep.closed

  await waitForPresentations([suspended], ['ring'])
  suspended.close()
}, 60_000)

test('ZR402: a call that a user has declined does not ring for them again when their tabs connect and disconnect', async () => {
  await using bakery = await startBakery()
  const { phone, ada, trunk, browsers } = bakery
  const connect = () => connectLive(phone, ada, randomUUID())
  const [first, second] = [await connect(), await connect()]
  await trunk.callIn()
  const { call } = await first.next('call.incoming')
  await phone.as(ada).post(`/calls/${call.id}/decline`, {})
  await first.next('call.stopped-ringing')
  const ringsBefore = listRings(first).length

  second.close()
  const third = await connect()
  // Its changes are in sequence with those before.
  await browsers.grace.answer(call.id)

  expect([listRings(first).length, listRings(third).length]).toEqual([ringsBefore, 0])
  for (const tab of [first, third]) tab.close()
})
