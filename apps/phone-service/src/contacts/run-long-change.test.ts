import { expect, test } from 'vitest'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone } from '../testing/start-phone.ts'
import { countWaiting, takeLock, waitUntilWaiting } from '../testing/take-lock.ts'

/** Starts a phone with a user who administers `count` workspaces, each with a contact and a custom field. */
async function startWorkspaces(count: number) {
  const phone = await startPhone()
  const teams = Array.from({ length: count }, (_, index) => phone.accounts.addTeam(`Bakery ${index}`))
  const ada = phone.accounts.addUser('Ada', teams, teams)
  const changes = await Promise.all(
    teams.map(async (team) => {
      const user = phone.as(ada, team)
      const { body: contact } = await user.post('/contacts', { name: 'Hedy' })
      const { body: field } = await user.post('/contact-fields', { name: 'Tier', type: 'text' })
      const values = { name: 'Hedy', customValues: { [field.id]: 'Gold' } }
      await user.put(`/contacts/${contact.id}`, values)
      return {
        team,
        addTag: () =>
          user.post('/contact-changes', {
            selection: { ids: [contact.id] },
            action: { type: 'add-tag', tag: 'VIP' },
          }),
        listFields: () => user.get('/contact-fields'),
        deleteField: () => user.delete(`/contact-fields/${field.id}`),
      }
    }),
  )
  return { phone, ada, teams, changes }
}

/** Guarantee (ZR811): changes of many contacts leave most connections of the database to other requests. */
test('ZR811: the changes of a user in many workspaces occupy three connections, and are done in turn', async () => {
  const { phone, changes } = await startWorkspaces(10)
  await using _phone = phone
  const other = phone.as(phone.signUp('Grace'))
  using held = await takeLock(phone.database, 'select from phone.contacts for update')

  const tagged = changes.slice(0, 5).map(({ addTag }) => addTag())
  const refused = changes.slice(5).map(({ deleteField }) => deleteField())
  await waitUntilWaiting(phone.database, 3)

  expect((await other.get('/contacts')).status).toBe(200)
  expect(await countWaiting(phone.database)).toBe(3)
  held.release()
  const statuses = (await Promise.all([...tagged, ...refused])).map(({ status }) => status)
  // Three run, five wait, and two have no place.
  expect(statuses.toSorted()).toEqual([...Array.from({ length: 8 }, () => 200), 429, 429])
})

test('ZR811: a change that has waited is not made after its user has left the workspace', async () => {
  const { phone, ada, changes } = await startWorkspaces(4)
  await using _phone = phone
  using held = await takeLock(phone.database, 'select from phone.contacts for update')
  const running = changes.slice(0, 3).map(({ addTag }) => addTag())
  await waitUntilWaiting(phone.database, 3)
  const [last] = changes.slice(3)
  const waiting = last?.deleteField()
  // A later request has been answered, so the earlier one waits.
  expect((await last?.listFields())?.status).toBe(200)

  const data = { team_id: last?.team ?? '', user_id: ada.id }
  ada.teamIds.splice(ada.teamIds.indexOf(data.team_id), 1)
  await sendAccountEvent(phone, { type: 'team_membership.deleted', data })
  held.release()

  expect((await waiting)?.body.code).toBe('WORKSPACE_NOT_FOUND')
  await Promise.all(running)
  const { rows } = await phone.database.pool.query(
    'select from phone.contact_fields where workspace_id = $1',
    [data.team_id],
  )
  expect(rows).toHaveLength(1)
})
