import { randomUUID } from 'node:crypto'
import { required, waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createInProcessBus } from '../bus/index.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { saveQueue } from '../testing/start-bakery.ts'
import { startOtherNode } from '../testing/start-node.ts'
import { startPhone } from '../testing/start-phone.ts'
import { numberOfTrunk, startTwoNodes } from '../testing/start-two-nodes.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Long enough for 12 s of silence and the checks after it. */
const failOverMs = 60_000

/** Guarantee: callers of a queue come in the order of their arrival, on whichever node they wait. */
test('ZR302: of a queue over two nodes, each free member gets one caller, in the order of arrival', async () => {
  await using bus = createInProcessBus()
  await using phone = await startPhone({ bus })
  await using other = await startOtherNode(phone, { bus })
  const ada = phone.signUp('Ada')
  const [grace, linus] = ['Grace', 'Linus'].map((name) => phone.accounts.addUser(name, ada.teamIds)) as [
    FakeUser,
    FakeUser,
  ]
  await using trunk = await openIncomingTrunk(phone, ada)
  await waitUntil('the other node uses the trunk', async () => {
    const [{ id }] = (await other.as(ada).get('/trunks')).body.items
    return (await other.as(ada).get(`/trunks/${id}`)).body.state.status === 'ready'
  })
  await using atOne = await openBrowser(phone, grace)
  await using atOther = await openBrowser(other, linus)
  for (const user of [grace, linus]) await phone.as(user).patch('/me/settings', { doNotDisturb: 'on' })
  await saveQueue(phone, ada, [grace, linus], { group: { strategy: 'longest-idle' } })
  const { port } = required(other.engine.sipAddresses[0], 'a SIP address')
  const callers = ['+15550142', '+15550143', '+15550144', '+15550145']
  for (const [index, from] of callers.entries())
    await (await trunk.callIn(from, index % 2 === 0 ? port : undefined)).next('answered')
  const { rows } = await phone.database.pool.query('select count(distinct node_id) as nodes from phone.calls')
  expect(Number(rows[0].nodes)).toBe(2)

  // The others look at the queue before the one whose turn it is.
  await phone.database.pool.query(
    `update phone.call_timers set due_at = now() + interval '4 s'
     where name = 'queue' and call_id = (select id from phone.calls where number = $1)`,
    [callers[0]],
  )
  for (const user of [grace, linus]) await phone.as(user).patch('/me/settings', { doNotDisturb: 'off' })
  const first = await Promise.all([atOne, atOther].map((browser) => browser.next('call.incoming')))
  expect(new Set(first.map(({ call }) => call.number))).toEqual(new Set(callers.slice(0, 2)))

  const [ofGrace, ofLinus] = first
  for (const [browser, taken] of [
    [atOne, ofGrace],
    [atOther, ofLinus],
  ] as const) {
    const { id } = required(taken, 'a call').call
    await browser.answer(id)
    await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  }
  const next: (string | null)[] = []
  for (const [user, browser, taken] of [
    [linus, atOther, ofLinus],
    [grace, atOne, ofGrace],
  ] as const) {
    await phone.as(user).post(`/calls/${taken?.call.id}/hang-up`, {})
    const { call } = await browser.next('call.incoming', (message) => message.call.id !== taken?.call.id)
    next.push(call.number)
  }

  expect(next).toEqual(callers.slice(2))
  const rings = [atOne, atOther].flatMap(({ messages }) =>
    messages.filter(({ type }) => type === 'call.incoming'),
  )
  expect(rings).toHaveLength(4)
})

/** Guarantee: only those for whom it rang learn of a call whose node dies, and it does not change whose turn it is. */
test('ZR303: a call that rings in turn on a node that is killed ends for its member alone, and the next one rings for the next member', {
  timeout: 5 * failOverMs,
}, async () => {
  await using nodes = await startTwoNodes()
  const { one, other, far, ada, grace } = nodes
  await using ofAda = await openBrowser(one.phone, ada)
  await using ofGrace = await openBrowser(one.phone, grace)
  const groupId = randomUUID()
  const group = {
    id: groupId,
    name: 'Bakers',
    memberIds: [ada.id, grace.id],
    strategy: 'in-turn',
    ringSeconds: 60,
  }
  const hangUp = { kind: 'hang-up' }
  const open = { kind: 'group', groupId }
  const routes = [{ number: null, openingHoursId: null, open, closed: hangUp, unanswered: hangUp }]
  const configuration = { groups: [group], openingHours: [], queues: [], routes }
  expect((await one.phone.as(ada).put('/routing', { version: 0, configuration })).status).toBe(200)

  await far.call(numberOfTrunk, '+15550142', other.sipPort)
  const { call } = await ofAda.next('call.incoming')
  await other.kill()
  await waitUntil('the call has ended', async () => await findEndReason(nodes, call.id), failOverMs)

  expect(await findEndReason(nodes, call.id)).toBe('server-stopped')
  expect(await countTimers(nodes, call.id)).toBe(0)
  expect(ofGrace.messages.filter(({ type }) => type === 'call.incoming')).toEqual([])
  await far.call(numberOfTrunk, '+15550143', one.sipPort)
  expect((await ofGrace.next('call.incoming')).call.number).toBe('+15550143')
  expect((await one.phone.as(ada).get(`/calls/${call.id}`)).body).toMatchObject({
    endReason: 'server-stopped',
  })
  expect((await one.phone.as(grace).get(`/calls/${call.id}`)).body.code).toBe('CALL_NOT_FOUND')
})

/** Guarantee: a caller whose node dies does not stay in front of others. */
test('ZR304: a caller who waits on a node that is killed leaves the queue, and those behind move up', {
  timeout: 5 * failOverMs,
}, async () => {
  await using nodes = await startTwoNodes()
  const { one, other, far, ada, grace } = nodes
  await using ofGrace = await openBrowser(one.phone, grace)
  await one.phone.as(grace).patch('/me/settings', { doNotDisturb: 'on' })
  await saveQueue(one.phone, ada, [grace], {})
  const listWaiting = async () => (await one.phone.as(grace).get('/calls/waiting')).body.items

  await (await far.call(numberOfTrunk, '+15550142', other.sipPort)).next('answered')
  const second = await far.call(numberOfTrunk, '+15550143', one.sipPort)
  await second.next('answered')
  const [lost, waiting] = await listWaiting()
  expect([lost, waiting]).toMatchObject([{ position: 1 }, { number: '+15550143', position: 2 }])
  await other.kill()
  await waitUntil('the call has ended', async () => await findEndReason(nodes, lost.id), failOverMs)

  expect(await listWaiting()).toMatchObject([{ id: waiting.id, position: 1 }])
  expect(await countTimers(nodes, lost.id)).toBe(0)
  await one.phone.as(grace).patch('/me/settings', { doNotDisturb: 'off' })
  const { call } = await ofGrace.next('call.incoming')
  expect(call.id).toBe(waiting.id)
  await ofGrace.answer(call.id)
  await ofGrace.waitForCall(call.id, ({ phase }) => phase === 'talking')
})

type Nodes = Awaited<ReturnType<typeof startTwoNodes>>

async function findEndReason({ database }: Nodes, callId: string): Promise<string | null> {
  const { rows } = await database.pool.query('select end_reason from phone.calls where id = $1', [callId])
  return rows[0]?.end_reason ?? null
}

async function countTimers({ database }: Nodes, callId: string): Promise<number> {
  return (await database.pool.query('select 1 from phone.call_timers where call_id = $1', [callId])).rows
    .length
}
