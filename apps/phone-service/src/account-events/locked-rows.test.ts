import { expect, test } from 'vitest'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone } from '../testing/start-phone.ts'
import { takeLock } from '../testing/take-lock.ts'

/** Starts a phone in which Grace has a private contact whose row another transaction has locked. */
async function startLocked() {
  const stack = new AsyncDisposableStack()
  let aheadMs = 0
  const phone = stack.use(await startPhone({ now: () => new Date(Date.now() + aheadMs) }))
  const team = phone.accounts.addTeam('Bakery')
  const grace = phone.accounts.addUser('Grace', [team])
  await phone.as(grace).post('/contacts', { name: 'Doctor', visibility: 'private' })
  await phone.as(grace).patch('/me/settings', { theme: 'dark' })
  const held = stack.use(await takeLock(phone.database, 'select from phone.contacts for update'))
  const count = async (table: string) =>
    (await phone.database.pool.query(`select from phone.${table}`)).rows.length
  return {
    phone,
    team,
    grace,
    held,
    count,
    advance: (ms: number) => {
      aheadMs += ms
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee: the ends of the sessions of others do not arrive late because of rows that a request has locked. */
test.each(['team_membership.deleted', 'user.claimed', 'user.deleted', 'team.deleted'] as const)(
  'SR4, ZR783: the response to %s does not wait for locked rows, which are deleted later',
  async (type) => {
    await using started = await startLocked()
    const { phone, team, grace, held, count, advance } = started
    if (type !== 'user.claimed') grace.teamIds.splice(0)
    if (type === 'user.deleted') phone.accounts.removeUser(grace.id)
    const data = {
      'team_membership.deleted': { team_id: team, user_id: grace.id },
      'user.claimed': { id: grace.id, claimed_at_millis: Date.now() },
      'user.deleted': { id: grace.id, teams: [] },
      'team.deleted': { id: team },
    }[type]

    const sentAt = performance.now()
    expect(await sendAccountEvent(phone, { type, data })).toBe(204)
    expect(performance.now() - sentAt).toBeLessThan(3_000)
    expect(await count('contacts')).toBe(1)
    // Settings that affect the calls of the new owner are deleted first.
    if (type === 'user.claimed') expect(await count('user_settings')).toBe(0)

    // Until the first attempt has failed.
    await new Promise((resolve) => setTimeout(resolve, 5_500))
    held.release()
    advance(61_000)
    await expect.poll(() => count('contacts'), { timeout: 20_000 }).toBe(0)
    await expect.poll(() => count('due_deletions'), { timeout: 20_000 }).toBe(0)
  },
)
