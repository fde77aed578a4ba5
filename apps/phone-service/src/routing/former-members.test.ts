import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { createMenu, saveMenus, toUser } from '../testing/menu-calls.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const mobile = '+12125552390'

/** Starts a phone whose workspace forwards the calls of its member Grace to her mobile, and lets them ring for Ada next. */
async function startBakery() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', [...ada.teamIds])
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  const forwarding = { when: 'always', number: mobile }
  expect((await phone.as(grace).patch('/me/settings', { forwarding })).status).toBe(200)
  const targets = {
    open: { kind: 'user', userId: grace.id },
    closed: { kind: 'hang-up' },
    unanswered: { kind: 'user', userId: ada.id },
  }
  await saveTargets(phone, ada, targets)
  return { phone, ada, grace, trunk, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function saveTargets(phone: TestPhone, user: FakeUser, targets: object): Promise<void> {
  const routes = [{ number: null, openingHoursId: null, ...targets }]
  const { version } = (await phone.as(user).get('/routing')).body
  const configuration = { groups: [], openingHours: [], routes }
  expect((await phone.as(user).put('/routing', { version, configuration })).status).toBe(200)
}

/** Calls the workspace, and answers at the number to which the call is forwarded. */
async function connectForwardedCall(trunk: Awaited<ReturnType<typeof openIncomingTrunk>>) {
  const caller = await trunk.callIn()
  const target = await trunk.nextCall()
  await target.answer()
  await caller.next('answered')
  return [caller, target] as const
}

function hasEnded({ events }: { readonly events: readonly { readonly type: string }[] }): boolean {
  return events.some(({ type }) => type === 'ended')
}

async function countSlots(phone: TestPhone): Promise<number> {
  const { rows } = await phone.database.pool.query('select slot_ids from phone.calling_limits')
  return rows.flatMap(({ slot_ids }) => slot_ids).length
}

async function leaveWorkspace(phone: TestPhone, { id, teamIds }: FakeUser): Promise<void> {
  const data = { team_id: teamIds[0], user_id: id }
  teamIds.splice(0)
  expect(await sendAccountEvent(phone, { type: 'team_membership.deleted', data })).toBe(204)
}

/** How a member loses access while a call is forwarded to their number. */
const departures: readonly [string, (phone: TestPhone, user: FakeUser) => Promise<void>][] = [
  ['has left the workspace', leaveWorkspace],
  [
    'is deleted',
    async (phone, { id }) => {
      phone.accounts.removeUser(id)
      expect(await sendAccountEvent(phone, { type: 'user.deleted', data: { id, teams: [] } })).toBe(204)
    },
  ],
]

/** Returns the numbers that the trunks of the workspace have been asked to call. */
async function listDialledNumbers(phone: TestPhone): Promise<string[]> {
  const { rows } = await phone.database.pool.query('select number from phone.call_charges')
  return rows.map(({ number }) => number)
}

/** Guarantee (ZR310): a former member neither receives the calls of the workspace nor makes it pay for them. */
test('ZR310: a call for a former member is not forwarded to their number, and rings for the next target', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  await using atAda = await openBrowser(phone, ada)
  await leaveWorkspace(phone, grace)

  await trunk.callIn()

  await atAda.next('call.incoming')
  expect(await listDialledNumbers(phone)).toEqual([])
})

test('ZR310: a call to the personal number of a former member is not forwarded, and ends unanswered', async () => {
  await using bakery = await startBakery()
  const { phone, grace } = bakery
  const { number } = (await phone.as(grace).get('/me')).body.numbers[0]
  await leaveWorkspace(phone, grace)
  await using caller = await openBrowser(phone, phone.signUp('Linus'))

  const { id } = await caller.call(number)

  const call = await caller.waitForCall(id, ({ phase }) => phase === 'ended')
  expect(call.answeredAt).toBeNull()
  expect(await listDialledNumbers(phone)).toEqual([])
})

test('ZR310: a key of a menu that names a former member leads to the next target', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  await using atAda = await openBrowser(phone, ada)
  const menus = [createMenu({ '1': toUser(grace) })]
  expect((await saveMenus(phone.as(ada), { menus, unanswered: toUser(ada) })).status).toBe(200)
  await leaveWorkspace(phone, grace)

  const caller = await trunk.callIn()
  await caller.next('answered')
  caller.press('1')

  await atAda.next('call.incoming')
  expect(await listDialledNumbers(phone)).toEqual([])
})

/** Guarantee (ZR310): who is a member is known before a call is forwarded at the expense of the workspace. */
test('ZR310: no call is forwarded to the number of a user during an outage of the account service', async () => {
  await using bakery = await startBakery()
  const { phone, ada, trunk } = bakery
  await using atAda = await openBrowser(phone, ada)
  phone.accounts.goDown()

  await trunk.callIn()

  await atAda.next('call.incoming')
  expect(await listDialledNumbers(phone)).toEqual([])
})

test('ZR310: the settings of a deleted user are deleted', async () => {
  await using bakery = await startBakery()
  const { phone, grace } = bakery
  phone.accounts.removeUser(grace.id)

  expect(await sendAccountEvent(phone, { type: 'user.deleted', data: { id: grace.id } })).toBe(204)

  await waitUntil('the settings are deleted', async () => {
    const { rows } = await phone.database.pool.query('select 1 from phone.user_settings')
    return rows.length === 0
  })
})

/** Guarantee (ZR340): a former member neither talks to callers of the workspace nor makes it pay for the call. */
test.each(departures)(
  'ZR340: a call that rings at the number of a member who %s continues with the next target',
  async (_, leave) => {
    await using bakery = await startBakery()
    const { phone, ada, grace, trunk } = bakery
    await using atAda = await openBrowser(phone, ada)
    const caller = await trunk.callIn()
    const target = await trunk.nextCall()
    await target.ring()

    await leave(phone, grace)

    // Less than the time for which the number rings.
    await expect.poll(() => hasEnded(target), { timeout: 8_000 }).toBe(true)
    const { call } = await atAda.next('call.incoming')
    expect(hasEnded(caller)).toBe(false)
    await atAda.answer(call.id)
    await atAda.waitForCall(call.id, ({ phase }) => phase === 'talking')
    await waitUntil('the slot is released', async () => (await countSlots(phone)) === 0)
  },
)

test.each(departures)(
  'ZR340: a call that is connected with the number of a member who %s ends',
  async (_, leave) => {
    await using bakery = await startBakery()
    const { phone, grace, trunk } = bakery
    const [caller, target] = await connectForwardedCall(trunk)

    await leave(phone, grace)

    const haveEnded = () => hasEnded(target) && hasEnded(caller)
    await expect.poll(haveEnded, { timeout: 8_000 }).toBe(true)
    await waitUntil('the slot is released', async () => (await countSlots(phone)) === 0)
  },
)

test('ZR340: a member who signs out, or about whom an event arrives, continues to talk at their number', async () => {
  await using bakery = await startBakery()
  const { phone, grace, trunk } = bakery
  const [caller, target] = await connectForwardedCall(trunk)

  const { id, teamIds } = grace
  phone.accounts.endSession(id)
  await sendAccountEvent(phone, { type: 'session.ended', data: { id: randomUUID(), user_id: id } })
  const data = { team_id: teamIds[0], user_id: id }
  await sendAccountEvent(phone, { type: 'team_membership.deleted', data })

  target.play(createSine(700, 8_000))
  await caller.receivesTone(700)
  expect(hasEnded(target)).toBe(false)
})

test('ZR340: without an event, the call at the number of a former member ends within half a minute', {
  timeout: 60_000,
}, async () => {
  await using bakery = await startBakery()
  const { grace, trunk } = bakery
  const [caller] = await connectForwardedCall(trunk)

  grace.teamIds.splice(0)

  await expect.poll(() => hasEnded(caller), { timeout: 30_000 }).toBe(true)
})

test('ZR340: the number of a member who has left since the call arrived is not dialled', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  await using atAda = await openBrowser(phone, ada)
  const targets = {
    open: { kind: 'user', userId: ada.id },
    closed: { kind: 'hang-up' },
    unanswered: { kind: 'user', userId: grace.id },
  }
  await saveTargets(phone, ada, targets)
  await trunk.callIn()
  const { call } = await atAda.next('call.incoming')

  await leaveWorkspace(phone, grace)
  await phone.as(ada).post(`/calls/${call.id}/decline`, {})

  await waitUntil('the call has ended', async () => {
    return (await phone.as(ada).get(`/calls/${call.id}`)).body.phase === 'ended'
  })
  expect(await listDialledNumbers(phone)).toEqual([])
})

test('ZR340: a call that is connected with the number of a route ends when the workspace is deleted', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  const hangUp = { kind: 'hang-up' }
  await saveTargets(phone, ada, {
    open: { kind: 'number', number: mobile },
    closed: hangUp,
    unanswered: hangUp,
  })
  const [caller, target] = await connectForwardedCall(trunk)

  const [id] = ada.teamIds.splice(0)
  grace.teamIds.splice(0)
  expect(await sendAccountEvent(phone, { type: 'team.deleted', data: { id } })).toBe(204)

  const haveEnded = () => hasEnded(target) && hasEnded(caller)
  await expect.poll(haveEnded, { timeout: 8_000 }).toBe(true)
})

test('ZR705: a call without a user also ends when this node has not received the deletion of the workspace', {
  timeout: 60_000,
}, async () => {
  await using bakery = await startBakery()
  const { phone, ada, trunk } = bakery
  const hangUp = { kind: 'hang-up' }
  const open = { kind: 'number', number: mobile }
  await saveTargets(phone, ada, { open, closed: hangUp, unanswered: hangUp })
  const [caller, target] = await connectForwardedCall(trunk)

  await phone.database.pool.query('insert into phone.deleted_workspaces values ($1, now(), now())', [
    ada.teamIds[0],
  ])

  const haveEnded = () => hasEnded(target) && hasEnded(caller)
  await expect.poll(haveEnded, { timeout: 30_000 }).toBe(true)
})
