import { expect, test } from 'vitest'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { getPersonalNumber, openTab, startBakery } from './testing/connect-colleagues.ts'

const neverAnswers = '+1 555 0104'

test('ZR120: colleagues see a member as free after input, in a call from the first ring, and away without a tab', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace } = bakery
  const atAda = await openTab(phone, ada)
  const atGrace = await openTab(phone, grace)
  expect(atAda.readPresence(grace)).toBe('away')

  atGrace.reportActivity('active')
  await atAda.waitForPresence(grace, 'free')
  await using browser = await openBrowser(phone, grace)
  const call = await browser.call(neverAnswers)
  await browser.waitForCall(call.id, ({ phase }) => phase === 'ringing')
  await atAda.waitForPresence(grace, 'in-call')
  await phone.as(grace).post(`/calls/${call.id}/hang-up`, {})
  await atAda.waitForPresence(grace, 'free')
  atGrace.close()

  await atAda.waitForPresence(grace, 'away')
})

test('ZR120: a member for whom a call rings is not in a call until the answer', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace } = bakery
  const number = await getPersonalNumber(phone, grace)
  const atAda = await openTab(phone, ada)
  await using atLinus = await openBrowser(phone, phone.signUp('Linus'))
  await using browser = await openBrowser(phone, grace)
  const atGrace = await openTab(phone, grace)

  await atLinus.call(number)
  const { call } = await browser.next('call.incoming')
  atGrace.reportActivity('active')
  await atAda.waitForPresence(grace, 'free')
  expect(atAda.listPresenceMessages()).toHaveLength(1)

  await browser.answer(call.id)
  await atAda.waitForPresence(grace, 'in-call')
})

test('ZR120: colleagues see that no call rings for a member, until they may be disturbed again', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace } = bakery
  const [atAda, atGrace] = [await openTab(phone, ada), await openTab(phone, grace)]
  atGrace.reportActivity('active')
  await atAda.waitForPresence(grace, 'free')

  await phone.as(grace).patch('/me/settings', { doNotDisturb: 'on' })
  await atAda.waitForPresence(grace, 'do-not-disturb')
  await phone.as(grace).patch('/me/settings', { presence: 'hidden' })
  await atAda.waitForPresence(grace, 'away')
  await phone.as(grace).patch('/me/settings', { doNotDisturb: 'off', presence: 'shown' })

  await atAda.waitForPresence(grace, 'free')
})

test('ZR121: a member is free as long as one of their tabs is active', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace } = bakery
  const [atAda, first, second] = [
    await openTab(phone, ada),
    await openTab(phone, grace),
    await openTab(phone, grace),
  ]
  first.reportActivity('active')
  second.reportActivity('active')
  await second.waitForRoundTrip()
  await atAda.waitForPresence(grace, 'free')

  first.reportActivity('idle')
  await first.waitForRoundTrip()
  second.close()
  await atAda.waitForPresence(grace, 'away')

  first.reportActivity('active')
  await atAda.waitForPresence(grace, 'free')
  expect(atAda.listPresenceMessages()).toHaveLength(3)
})

test('ZR121: a tab that reports no further input becomes idle, also without a message', async () => {
  await using bakery = await startBakery({ idleAfterMs: 1_000 })
  const { phone, ada, grace } = bakery
  const atAda = await openTab(phone, ada)
  const atGrace = await openTab(phone, grace)

  atGrace.reportActivity('active')

  await atAda.waitForPresence(grace, 'free')
  await atAda.waitForPresence(grace, 'away')
})

test('a tab that connects receives the colleagues who are not away, in one message', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace } = bakery
  phone.accounts.addUser('Hedy', [bakery.bakery])
  const early = await openTab(phone, ada)
  const atGrace = await openTab(phone, grace)
  atGrace.reportActivity('active')
  await early.waitForPresence(grace, 'free')

  const late = await openTab(phone, ada)
  await late.waitForRoundTrip()

  expect(late.listPresenceMessages()).toEqual([
    { type: 'presence.list', users: [{ userId: grace.id, presence: 'free' }] },
  ])
})

/** Guarantee (ZR122): the presence of a member is visible to the other members of the workspace only. */
test('ZR122: users of other workspaces and members who may not see the members receive no presence', async () => {
  await using bakery = await startBakery()
  const { phone, grace } = bakery
  const florist = phone.accounts.addTeam('Florist')
  grace.teamIds.push(florist)
  const zoe = phone.accounts.addUser('Zoe', [florist])
  phone.accounts.hideMembers(bakery.bakery)
  const [atGuest, atStranger, atZoe] = [
    await openTab(phone, bakery.ada),
    await openTab(phone, phone.signUp('Hedy')),
    await openTab(phone, zoe),
  ]
  const atGrace = await openTab(phone, grace)
  atGrace.reportActivity('active')
  await using browser = await openBrowser(phone, grace)
  await browser.call(neverAnswers)
  await atZoe.waitForPresence(grace, 'free')
  const late = await openTab(phone, bakery.ada)

  await Promise.all([atGuest, atStranger, late].map((tab) => tab.waitForRoundTrip()))

  for (const tab of [atGuest, atStranger, late, atGrace]) expect(tab.listPresenceMessages()).toEqual([])
  // A call in one workspace is not visible in another one.
  expect(atZoe.listPresenceMessages()).toEqual([
    { type: 'presence.changed', userId: grace.id, presence: 'free' },
  ])
})

test('ZR122: a member who may no longer see the members loses what they have seen', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace } = bakery
  const atAda = await openTab(phone, ada)
  const atGrace = await openTab(phone, grace)
  atGrace.reportActivity('active')
  await atAda.waitForPresence(grace, 'free')

  phone.accounts.hideMembers(bakery.bakery)
  await sendAccountEvent(phone, {
    type: 'team_permission.deleted',
    data: { id: '$read_members', team_id: bakery.bakery, user_id: ada.id },
  })

  await atAda.waitForPresence(grace, 'away')
  expect(atAda.listPresenceMessages().at(-1)).toEqual({ type: 'presence.list', users: [] })
})

test('ZR123: a removed member is away for the others, who fetch the members again, and receives no presence', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace } = bakery
  const atAda = await openTab(phone, ada)
  const atGrace = await openTab(phone, grace)
  const number = await getPersonalNumber(phone, ada)
  await using browser = await openBrowser(phone, grace)
  await browser.call(number)
  await atAda.waitForPresence(grace, 'in-call')

  grace.teamIds.splice(0)
  await sendAccountEvent(phone, {
    type: 'team_membership.deleted',
    data: { team_id: bakery.bakery, user_id: grace.id },
  })

  await atAda.waitForPresence(grace, 'away')
  await atAda.next('colleagues.changed')
  await atGrace.closed
  const received = atGrace.listPresenceMessages().length
  atAda.reportActivity('active')
  const late = await openTab(phone, ada)
  await late.waitForPresence(ada, 'free')
  expect(atGrace.listPresenceMessages()).toHaveLength(received)
  expect(late.readPresence(grace)).toBe('away')
})
