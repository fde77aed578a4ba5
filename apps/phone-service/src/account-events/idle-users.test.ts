import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'
import { connectLive } from '../testing/test-browser.ts'

/** Guarantee (ZR116): users who do nothing do not occupy the account service, however many tabs they have. */
test('ZR116, CM1: the sessions of all tabs are checked together, and a change without an event reaches its user', {
  timeout: 120_000,
}, async () => {
  await using phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const [ada, grace] = [phone.accounts.addUser('Ada', [team]), phone.accounts.addUser('Grace', [team])]
  const atAda = await connectLive(phone, ada, randomUUID())
  const atGrace = await Promise.all([1, 2, 3].map(() => connectLive(phone, grace, randomUUID())))
  // Each check has both sessions.
  const waitForChecks = async (checks: number) => {
    const count = phone.accounts.countCheckedSessions() + 2 * checks
    await expect.poll(() => phone.accounts.countCheckedSessions(), { timeout: 60_000 }).toBe(count)
  }
  // The first check with both sessions reads their users, and has ended when the next one begins.
  await waitForChecks(2)
  const { requestedUsers } = phone.accounts
  requestedUsers.clear()
  await waitForChecks(1)

  grace.administers.push(team)

  for (const tab of atGrace) expect(await tab.next('me.changed', () => true)).toBeTruthy()
  expect((await phone.as(grace).get('/me')).body.isPhoneAdmin).toBe(true)
  expect([...requestedUsers]).toEqual([grace.id])
  for (const tab of [atAda, ...atGrace]) tab.close()
})
