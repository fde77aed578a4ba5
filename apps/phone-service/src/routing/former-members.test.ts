import { waitUntil } from '@parley/primitives'
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
  const routes = [{ number: null, openingHoursId: null, ...targets }]
  const { version } = (await phone.as(ada).get('/routing')).body
  const configuration = { groups: [], openingHours: [], routes }
  expect((await phone.as(ada).put('/routing', { version, configuration })).status).toBe(200)
  return { phone, ada, grace, trunk, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function leaveWorkspace(phone: TestPhone, { id, teamIds }: FakeUser): Promise<void> {
  const data = { team_id: teamIds[0], user_id: id }
  teamIds.splice(0)
  expect(await sendAccountEvent(phone, { type: 'team_membership.deleted', data })).toBe(204)
}

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
