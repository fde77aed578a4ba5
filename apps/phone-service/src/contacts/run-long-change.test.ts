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
test('ZR811: the changes of users occupy two connections, and those of few contacts a third one', async () => {
  const { phone, changes, teams } = await startWorkspaces(6)
  await using _phone = phone
  const names = ['Grace', 'Hedy', 'Linus']
  const others = names.map((name, index) => {
    const [team = ''] = teams.slice(index, index + 1)
    return phone.as(phone.accounts.addUser(name, [team], [team]), team)
  })
  const fields = await Promise.all(
    others.map((other) => other.post('/contact-fields', { name: 'Size', type: 'text' })),
  )
  using held = await takeLock(phone.database, 'select from phone.contact_fields for update')

  const large = others.map((other, index) => other.delete(`/contact-fields/${fields[index]?.body.id}`))
  await waitUntilWaiting(phone.database, 2)
  // A later request has been answered, so the third change waits without a connection.
  expect((await others[2]?.get('/contacts'))?.status).toBe(200)
  expect(await countWaiting(phone.database)).toBe(2)
  using heldContacts = await takeLock(phone.database, 'select from phone.contacts for update')
  const tagged = changes.slice(3).map(({ addTag }) => addTag())
  await waitUntilWaiting(phone.database, 3)
  // As above.
  expect((await others[0]?.get('/contacts'))?.status).toBe(200)

  expect(await countWaiting(phone.database)).toBe(3)
  held.release()
  heldContacts.release()
  const statuses = (await Promise.all([...large, ...tagged])).map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200])
})

/** Guarantee: a user with many workspaces does not delay the changes of others. */
test('ZR867: a user has one change of many contacts at a time, with all workspaces', async () => {
  const { phone, changes } = await startWorkspaces(10)
  await using _phone = phone
  const grace = phone.as(phone.signUp('Grace'))
  const { body: contact } = await grace.post('/contacts', { name: 'Linus' })
  using held = await takeLock(
    phone.database,
    `select from phone.contacts where id <> '${contact.id}' for update`,
  )

  const tagged = changes.map(({ addTag }) => addTag())
  await waitUntilWaiting(phone.database, 1)
  const { status } = await grace.post('/contact-changes', {
    selection: { ids: [contact.id] },
    action: { type: 'add-tag', tag: 'VIP' },
  })

  expect(status).toBe(200)
  expect(await countWaiting(phone.database)).toBe(1)
  held.release()
  const statuses = (await Promise.all(tagged)).map((each) => each.status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('ZR811: a change that has waited is not made after its user has left the workspace', async () => {
  const { phone, ada, changes } = await startWorkspaces(4)
  await using _phone = phone
  using held = await takeLock(phone.database, 'select from phone.contacts for update')
  const running = changes.slice(0, 3).map(({ addTag }) => addTag())
  await waitUntilWaiting(phone.database, 1)
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
