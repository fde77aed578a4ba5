import { sleep } from '@parley/primitives'
import { expect, test } from 'vitest'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhoneWithTrunk } from '../testing/start-phone-with-trunk.ts'
import { openBrowser } from '../testing/test-browser.ts'

const [own, otherNumber] = ['+12125552368', '+12125550187']

/** Guarantee (ZR642): the removal of a user does not end their emergency call. */
test('ZR642: a user who is removed from the workspace continues an emergency call, and no other call', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, provider, ada, api, route } = started
  await api.put('/emergency-route', route)
  const [teamId = ''] = ada.teamIds
  const grace = phone.accounts.addUser('Grace', [teamId])
  await using tabs = new AsyncDisposableStack()
  const call = async (number: string) => {
    const browser = tabs.use(await openBrowser(phone, grace))
    const { id } = await browser.call(number, { from: own })
    const received = await provider.nextCall()
    await received.answer()
    await browser.waitForCall(id, ({ phase }) => phase === 'talking')
    return { id, received }
  }
  const [emergency, other] = [await call('911'), await call(otherNumber)]

  grace.teamIds.splice(0)
  const data = { team_id: teamId, user_id: grace.id }
  expect(await sendAccountEvent(phone, { type: 'team_membership.deleted', data })).toBe(204)

  await other.received.next('ended')
  expect((await api.get(`/calls/${emergency.id}`)).body.phase).toBe('talking')
  await emergency.received.hangUp()
  await expect.poll(async () => (await api.get(`/calls/${emergency.id}`)).body.phase).toBe('ended')
})

/** Starts a phone with a member Grace, who talks to a customer and an emergency service in one call. */
async function startMergedCall() {
  const stack = new AsyncDisposableStack()
  const started = stack.use(await startPhoneWithTrunk())
  const { phone, provider, ada, api, route } = started
  await api.put('/emergency-route', route)
  const [teamId = ''] = ada.teamIds
  const grace = phone.accounts.addUser('Grace', [teamId])
  const call = async (number: string) => {
    const browser = stack.use(await openBrowser(phone, grace))
    const { id } = await browser.call(number, { from: own })
    const received = await provider.nextCall()
    await received.answer()
    await browser.waitForCall(id, ({ phase }) => phase === 'talking')
    return { id, received }
  }
  const [customer, emergency] = [await call(otherNumber), await call('911')]
  const merged = await phone.as(grace).post(`/calls/${customer.id}/merge`, { call: emergency.id })
  expect(merged.status).toBe(200)
  return {
    ...started,
    teamId,
    grace,
    customer: customer.received,
    emergency: emergency.received,
    findPhase: async () => (await api.get(`/calls/${customer.id}`)).body.phase,
    readStoredCall: async () => {
      const query = 'select ended_at from phone.calls where id = $1'
      return (await phone.database.pool.query(query, [customer.id])).rows[0]
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Less than the time after which users in calls are checked without an event. */
const soon = { timeout: 8_000 }

/** Guarantee (ZR704): a former member hears no participant after the emergency service has left. */
test('ZR704: a former member leaves a call as soon as the emergency service has left', async () => {
  await using call = await startMergedCall()
  const { phone, grace, teamId, emergency } = call
  grace.teamIds.splice(0)
  const data = { team_id: teamId, user_id: grace.id }
  expect(await sendAccountEvent(phone, { type: 'team_membership.deleted', data })).toBe(204)
  expect(await call.findPhase()).toBe('talking')

  await emergency.hangUp()

  await expect.poll(call.findPhase, soon).toBe('ended')
})

test('ZR704: a former member whose removal was not announced leaves after it, too', {
  timeout: 120_000,
}, async () => {
  await using call = await startMergedCall()
  const { phone, grace, emergency } = call
  phone.accounts.endSession(grace.id)
  const checked = phone.accounts.countCheckedSessions()
  await expect.poll(phone.accounts.countCheckedSessions, { timeout: 30_000 }).toBeGreaterThan(checked)
  await sleep(500)
  expect(await call.findPhase()).toBe('talking')

  // While it is not known whether the user has access.
  phone.accounts.goDown()
  await emergency.hangUp()
  await sleep(500)
  phone.accounts.goUp()

  await expect.poll(call.findPhase, { timeout: 40_000 }).toBe('ended')
})

/** Guarantee (ZR705): who deletes the workspace does not end the emergency call of a member. */
test('ZR705: an emergency call continues when its workspace is deleted, and ends with the emergency service', async () => {
  await using call = await startMergedCall()
  const { phone, ada, grace, teamId, emergency, customer } = call
  for (const { teamIds } of [ada, grace]) teamIds.splice(0)
  expect(await sendAccountEvent(phone, { type: 'team.deleted', data: { id: teamId } })).toBe(204)
  // More than one batch of the deletion.
  await sleep(12_000)
  expect((await call.readStoredCall()).ended_at).toBeNull()
  expect([emergency, customer].flatMap(({ events }) => events.map(({ type }) => type))).not.toContain('ended')

  await emergency.hangUp()

  await customer.next('ended')
  await expect.poll(async () => (await call.readStoredCall())?.ended_at !== null, soon).toBe(true)
})

/** Guarantee (ZR643): an emergency service that answers late is reached. */
test('ZR643: an emergency call rings longer than other calls', async () => {
  await using started = await startPhoneWithTrunk({ ringTimeoutMs: 1_000 })
  const { phone, provider, ada, api, route } = started
  await api.put('/emergency-route', route)
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('911')
  const emergency = await provider.nextCall()
  await emergency.ring()
  await using otherTab = await openBrowser(phone, ada)
  await otherTab.call(otherNumber, { from: own })
  const other = await provider.nextCall()
  await other.ring()
  await other.next('ended')

  await emergency.answer()

  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
})
