import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { createImportClient } from '../testing/import-client.ts'
import { startPhone } from '../testing/start-phone.ts'

const createTable = (rows: number) =>
  ['Name', ...Array.from({ length: rows }, (_, index) => `Contact ${index}`)].join('\n')

/** Guarantee: one member does not fill the space of a workspace with contacts that the others do not see. */
test('ZR734: private contacts of a user have a share, however they are added', async () => {
  await using phone = await startPhone({ maxPrivateContactsPerUser: 3 })
  const user = phone.signUp('Ada')
  const [bakery = ''] = user.teamIds
  const ada = createImportClient(phone, user)
  const add = async (name: string, visibility: string) =>
    await ada.api.post('/contacts', { name, visibility })
  const { body: doctor } = await add('Doctor', 'private')
  await add('Dentist', 'private')
  const { body: draft } = await ada.upload(createTable(2))

  const { body: preview } = await ada.preview(draft, { visibility: 'private' })
  const failed = await ada.run(draft.id)
  const { body: last } = await add('Lawyer', 'private')
  const { body: shared } = await add('Miller', 'shared')
  const results = [
    await add('Plumber', 'private'),
    await ada.api.put(`/contacts/${shared.id}`, { name: 'Miller', visibility: 'private', version: 1 }),
  ]

  expect([preview.problem, failed.status, failed.failure]).toEqual([
    'CONTACT_PRIVATE_LIMIT',
    'failed',
    'CONTACT_PRIVATE_LIMIT',
  ])
  expect(results.map(({ status, body }) => [status, body.code, body.details])).toEqual(
    results.map(() => [409, 'CONTACT_PRIVATE_LIMIT', { limit: 3 }]),
  )
  const edited = { name: 'Doctor', visibility: 'private', notes: 'Monday', version: 1 }
  // At the limit, existing contacts can be changed. A deleted one no longer counts.
  expect((await ada.api.put(`/contacts/${doctor.id}`, edited)).status).toBe(200)
  expect((await ada.api.delete(`/contacts/${last.id}`)).status).toBe(200)
  expect((await add('Plumber', 'private')).status).toBe(201)
  // Neither shared contacts nor those of others count.
  expect((await ada.importFile(createTable(5))).status).toBe('done')
  const grace = phone.as(phone.accounts.addUser('Grace', [bakery]))
  expect((await grace.post('/contacts', { name: 'Doctor', visibility: 'private' })).status).toBe(201)
})

/** Guarantee: administrators repair what a member has imported, also after the removal of the member. */
test('ZR735: an administrator sees and undoes an import of another member, without private contacts', async () => {
  await using phone = await startPhone()
  const admin = phone.signUp('Ada')
  const [bakery = ''] = admin.teamIds
  const member = phone.accounts.addUser('Grace', [bakery])
  const grace = createImportClient(phone, member)
  await grace.api.post('/contacts', { name: 'Doctor', visibility: 'private' })
  await grace.importFile('Name\nSecret', { visibility: 'private' })
  const { id } = await grace.importFile('Name,Company\nDoctor,\nMiller,\nDoctor,Clinic')
  await grace.importFile('Name,E-mail\nDoctor,doctor@example.com\nBaker,')
  await grace.upload('Name\nDraft')
  member.teamIds.splice(0)
  const other = phone.as(phone.accounts.addUser('Linus', [bakery]))
  const ada = phone.as(admin)

  const { items } = (await ada.get('/contact-imports')).body
  expect(items.map((each: { userId: string; columns: object[] }) => [each.userId, each.columns])).toEqual([
    [member.id, []],
    [member.id, []],
  ])
  expect((await other.get('/contact-imports')).body.items).toEqual([])
  expect((await other.post(`/contact-imports/${id}/undo`)).status).toBe(404)
  const undone = []
  for (const each of items) undone.push((await ada.post(`/contact-imports/${each.id}/undo`)).body.undone)

  const { rows } = await phone.database.pool.query('select name, emails from phone.contacts order by name')
  expect(rows.map(({ name, emails }) => [name, emails.length])).toEqual([
    ['Doctor', 1],
    ['Secret', 0],
  ])
  expect(undone.map(({ deleted, restored }) => [deleted, restored])).toEqual([
    [1, 0],
    [2, 0],
  ])
  const entries = (await listAuditEntries(phone)).filter(({ action }) => action === 'contacts.import_undone')
  expect(entries.map(({ actor_id, details }) => [actor_id, details.importedBy])).toEqual(
    items.map(() => [admin.id, member.id]),
  )
})

test('ZR734: a merge makes the private contacts of a user no larger than their share', async () => {
  await using phone = await startPhone({ maxContactBytes: 10_000_000 })
  const ada = phone.as(phone.signUp('Ada'))
  const add = async (visibility: string, length: number) =>
    await ada.post('/contacts', { name: 'Doctor', visibility, notes: 'x'.repeat(length) })
  const { body: small } = await add('private', 0)
  const { body: shared } = await add('shared', 20_000)
  let last = await add('private', 19_000)
  while (last.status === 201) last = await add('private', 19_000)
  expect(last.body.code).toBe('CONTACT_PRIVATE_LIMIT')

  const merge = async (visibility: string) => {
    const sides = { name: 'kept', company: 'kept', role: 'kept', notes: 'removed', visibility }
    return await ada.post('/contact-merges', {
      kept: { id: small.id, version: small.version },
      removed: { id: shared.id, version: shared.version },
      choices: { ...sides, customValues: {} },
    })
  }

  expect((await merge('kept')).body.code).toBe('CONTACT_PRIVATE_LIMIT')
  expect((await merge('removed')).status).toBe(200)
})
