import { expect, test } from 'vitest'
import { createImportClient } from '../testing/import-client.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone } from '../testing/start-phone.ts'

async function startBakery() {
  const phone = await startPhone()
  const [bakery, library] = [phone.accounts.addTeam('Bakery'), phone.accounts.addTeam('Library')]
  const ada = phone.accounts.addUser('Ada', [bakery], [bakery])
  const grace = phone.accounts.addUser('Grace', [bakery, library])
  const sendRemoval = () =>
    sendAccountEvent(phone, {
      type: 'team_membership.deleted',
      data: { team_id: bakery, user_id: grace.id },
    })
  const listNames = async () => {
    const { rows } = await phone.database.pool.query('select name from phone.contacts order by name')
    return rows.map(({ name }) => name)
  }
  return { phone, bakery, library, ada, grace, sendRemoval, listNames }
}

/** Guarantee: what no one sees any more does not occupy the space of a workspace. */
test('ZR732: private contacts and the draft of a former member are deleted, and nothing else', async () => {
  const { phone, bakery, library, grace, sendRemoval, listNames } = await startBakery()
  await using _ = phone
  const inBakery = phone.as(grace, bakery)
  await inBakery.post('/contacts', { name: 'Doctor', visibility: 'private' })
  await inBakery.post('/contacts', { name: 'Miller' })
  await phone.as(grace, library).post('/contacts', { name: 'Binder', visibility: 'private' })
  const countDrafts = async () =>
    (await phone.database.pool.query('select from phone.contact_imports')).rows.length
  await createImportClient(phone, grace).upload('Name\nHedy')
  expect(await countDrafts()).toBe(1)

  // The event arrives late: the user is a member again.
  await sendRemoval()
  expect(await listNames()).toEqual(['Binder', 'Doctor', 'Miller'])

  grace.teamIds.splice(grace.teamIds.indexOf(bakery), 1)
  await sendRemoval()
  expect(await listNames()).toEqual(['Binder', 'Miller'])
  expect(await countDrafts()).toBe(0)
})

/** Guarantee: a user who is removed changes nothing afterwards. */
test.each(['an event', 'no event'])(
  'ZR733: with %s, an import of a user who is removed saves nothing',
  async (event) => {
    const { phone, ada, grace, bakery, sendRemoval, listNames } = await startBakery()
    await using _ = phone
    const client = createImportClient(phone, grace)
    const table = ['Name', ...Array.from({ length: 4_000 }, (_, i) => `Contact ${i}`)].join('\n')
    const { body: draft } = await client.upload(table)
    await client.preview(draft)
    expect((await client.api.post(`/contact-imports/${draft.id}/run`)).status).toBe(202)
    const readStatus = async () => {
      const { rows } = await phone.database.pool.query('select status, progress from phone.contact_imports')
      return rows[0]
    }
    await expect
      .poll(async () => (await readStatus()).progress, { timeout: 20_000, interval: 20 })
      .toBeGreaterThan(40)

    grace.teamIds.splice(grace.teamIds.indexOf(bakery), 1)
    if (event === 'an event') expect(await sendRemoval()).toBe(204)
    await expect.poll(async () => (await readStatus()).status, { timeout: 60_000 }).toBe('failed')

    // It has released the contacts of the workspace when another one is saved.
    const save = async () => (await phone.as(ada).post('/contacts', { name: 'Hedy' })).status
    await expect.poll(save, { timeout: 20_000 }).toBe(201)
    expect(await listNames()).toEqual(['Hedy'])
  },
)
