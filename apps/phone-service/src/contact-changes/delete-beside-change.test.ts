import { expect, test } from 'vitest'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { countWaiting, takeLock, waitUntilWaiting } from '../testing/take-lock.ts'

/** Adds a user with a contact to a new workspace, or to one. */
async function addUser(phone: TestPhone, name: string, teams: readonly string[]) {
  const user = phone.as(phone.accounts.addUser(name, [...teams]))
  const { body } = await user.post('/contacts', { name })
  return { user, contactId: body.id as string }
}

/** Guarantee: requests do not wait with a connection for a change of many contacts. */
test('ZR780: a contact is not deleted, and its deletion does not wait, while many contacts change', async () => {
  await using phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const { user, contactId } = await addUser(phone, 'Ada', [team])
  const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
  using held = await takeLock(phone.database, lock, [`import of contacts of ${team}`])
  using _row = await takeLock(phone.database, 'select from phone.contacts for update')

  const rejected = await user.delete(`/contacts/${contactId}`)

  expect([rejected.status, rejected.body.code]).toEqual([409, 'CONTACT_IMPORT_RUNNING'])
  held.release()
  _row.release()
  expect((await user.delete(`/contacts/${contactId}`)).status).toBe(200)
})

/** Guarantee: one workspace leaves half of the connections to others, and frees its own after seconds. */
test('ZR781: requests of a workspace that wait for a row occupy 10 connections, for 5 s', async () => {
  await using phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const members = await Promise.all(
    ['Ada', 'Grace', 'Linus', 'Hedy'].map((name) => addUser(phone, name, [team])),
  )
  const other = await addUser(phone, 'Eve', [phone.accounts.addTeam('Library')])
  using held = await takeLock(
    phone.database,
    'select from phone.contacts where workspace_id = $1 for update',
    [team],
  )

  const deletions = members.flatMap(({ user, contactId }) =>
    Array.from({ length: 4 }, () => user.delete(`/contacts/${contactId}`)),
  )
  await waitUntilWaiting(phone.database, 10)

  expect((await other.user.get('/contacts')).status).toBe(200)
  expect(await countWaiting(phone.database)).toBe(10)
  const first = await Promise.race(deletions)
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, expect.any(String)])
  held.release()
  await Promise.all(deletions)
})

/** Guarantee: no change of a user is saved after the end of their membership. */
test('ZR623: a change of many contacts that has waited is not saved after its user has left the workspace', async () => {
  await using phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const grace = phone.accounts.addUser('Grace', [team])
  const { user: ada, contactId } = await addUser(phone, 'Ada', [team])
  const lockRow = () => takeLock(phone.database, 'select from phone.contacts for update')
  const bulk = (action: object) =>
    phone.as(grace).post('/contact-changes', { selection: { ids: [contactId] }, action })
  using row = await lockRow()
  const changed = bulk({ type: 'add-tag', tag: 'Mine' })
  await waitUntilWaiting(phone.database, 1)

  grace.teamIds.splice(0)
  const data = { team_id: team, user_id: grace.id }
  expect(await sendAccountEvent(phone, { type: 'team_membership.deleted', data })).toBe(204)
  row.release()

  expect((await changed).body.code).toBe('WORKSPACE_NOT_FOUND')
  expect((await ada.get(`/contacts/${contactId}`)).body.tags).toEqual([])
})
