import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createInProcessBus } from '../bus/index.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { startOtherNode } from '../testing/start-node.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const echo = '+1 555 0100'

/** Guarantee: a user controls a call in the same way, whichever node the tab is connected to. */
test('FO2: a tab at one node answers, holds, mutes and ends a call that another node has received', async () => {
  await using bus = createInProcessBus()
  await using phone = await startPhone({ bus })
  await using other = await startOtherNode(phone, { bus })
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await using browser = await openBrowser(other, ada)
  const api = other.as(ada)

  const caller = await trunk.callIn()
  const { call } = await browser.next('call.incoming')
  expect((await api.get('/calls/active')).body.items).toMatchObject([{ id: call.id }])
  await browser.answer(call.id)
  await browser.waitForCall(call.id, ({ phase }) => phase === 'talking')

  const held = await api.put(`/calls/${call.id}/on-hold`, { onHold: true })
  expect([held.status, held.body.legs.some((leg: { isOnHold: boolean }) => leg.isOnHold)]).toEqual([
    200,
    true,
  ])
  expect((await api.put(`/calls/${call.id}/on-hold`, { onHold: false })).status).toBe(200)
  expect((await api.put(`/calls/${call.id}/muted`, { muted: true })).body.legs).toContainEqual(
    expect.objectContaining({ isMuted: true }),
  )
  expect((await api.put(`/calls/${call.id}/notes`, { notes: 'Wants a cake' })).body.notes).toBe(
    'Wants a cake',
  )
  const missing = await api.delete(`/calls/${call.id}/participants/${randomUUID()}`)
  expect([missing.status, missing.body.code]).toEqual([404, 'LEG_NOT_FOUND'])

  expect((await api.post(`/calls/${call.id}/hang-up`, {})).status).toBe(200)
  const { call: ended } = await browser.next('call.ended')
  expect(ended).toMatchObject({ id: call.id, endReason: 'hung-up', notes: 'Wants a cake' })
  expect(await caller.next('ended')).toBeTruthy()
})

test('FO2: a call moves to a tab at another node, with its audio', async () => {
  await using bus = createInProcessBus()
  await using phone = await startPhone({ bus })
  await using other = await startOtherNode(phone, { bus })
  const ada = phone.signUp('Ada')
  await using first = await openBrowser(phone, ada)
  const { id } = await first.call(echo)
  await first.waitForCall(id, ({ phase }) => phase === 'talking')
  await using second = await openBrowser(other, ada)
  second.say(500)

  await second.rejoin(id)

  await second.waitForTone(500)
  await first.next('leg.taken-over')
  await waitUntil('the quality arrives', () => second.messages.some(({ type }) => type === 'leg.quality'))
})

/** Guarantee: members of other workspaces do not learn of a call by the node that holds it. */
test('FO2: a user of another workspace gets the same response at every node', async () => {
  await using bus = createInProcessBus()
  await using phone = await startPhone({ bus })
  await using other = await startOtherNode(phone, { bus })
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  const { call } = (await phone.as(ada).post('/calls', { to: echo, handsetId: randomUUID() })).body

  for (const node of [phone, other]) {
    const response = await node.as(grace).post(`/calls/${call.id}/hang-up`, {})
    expect([response.status, response.body.code]).toEqual([404, 'CALL_NOT_FOUND'])
  }
  expect((await other.as(grace).get('/calls/active')).body.items).toEqual([])
  await other.as(ada).post(`/calls/${call.id}/hang-up`, {})
})
