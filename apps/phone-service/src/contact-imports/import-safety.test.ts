import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { createImportClient } from '../testing/import-client.ts'
import { restartPhone, startPhone, type TestPhone } from '../testing/start-phone.ts'

const createTable = (rows: number) =>
  [
    'Name,Phone',
    ...Array.from({ length: rows }, (_, index) => `Contact ${index},+1 202 556 ${1000 + index}`),
  ].join('\n')

/** Guarantee: a file that a user has uploaded is visible to that user only, in the workspace of the import. */
test('ZR612: another member, and the user in another workspace, get no import of a user', async () => {
  await using phone = await startPhone()
  const user = phone.signUp('Ada')
  const ada = createImportClient(phone, user)
  const [bakery = ''] = user.teamIds
  const grace = phone.accounts.addUser('Grace', [bakery], [bakery])
  const library = phone.accounts.addTeam('Library')
  const both = phone.accounts.addUser('Ada elsewhere', [bakery, library])
  const { body: draft } = await ada.upload('Name\nHedy')
  const other = createImportClient(phone, both)
  const { body: own } = await other.upload('Name\nLinus')
  const mapping = {
    targets: [{ field: 'name' }],
    hasHeader: true,
    visibility: 'shared',
    labels: { mobile: '', work: '', home: '', fax: '' },
  }

  for (const [api, id] of [
    [phone.as(grace), draft.id],
    [phone.as(both, library), own.id],
  ] as const) {
    const responses = [
      await api.get(`/contact-imports/${id}`),
      await api.put(`/contact-imports/${id}/mapping`, mapping),
      await api.get(`/contact-imports/${id}/rejected/csv`),
      await api.post(`/contact-imports/${id}/run`),
      await api.post(`/contact-imports/${id}/undo`),
      await api.delete(`/contact-imports/${id}`),
    ]
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
      responses.map(() => [404, 'CONTACT_IMPORT_NOT_FOUND']),
    )
    expect((await api.get('/contact-imports')).body.items).toEqual([])
  }
  expect((await ada.api.get(`/contact-imports/${draft.id}`)).body.status).toBe('draft')
})

/** Guarantee: an import saves all of its contacts or none. */
test('ZR613: an import beyond the limit of contacts or their quota saves nothing', async () => {
  await using phone = await startPhone({ maxContactsPerWorkspace: 300, maxContactBytes: 60_000 })
  const ada = createImportClient(phone, phone.signUp('Ada'))
  await ada.api.post('/contacts', { name: 'Grace' })
  const { body: draft } = await ada.upload(createTable(300))
  const { body: preview } = await ada.preview(draft)

  const tooMany = await ada.run(draft.id)
  const large = `Name,Notes\n${Array.from({ length: 250 }, (_, i) => `N ${i},${'x'.repeat(300)}`).join('\n')}`
  const { body: largePreview } = await ada.preview((await ada.upload(large)).body)
  const tooLarge = await ada.importFile(large)

  expect(preview.problem).toBe('CONTACT_LIMIT')
  expect(largePreview.problem).toBe('CONTACT_QUOTA_REACHED')
  expect(largePreview.space).toMatchObject({ maxBytes: 60_000, usedBytes: expect.any(Number) })
  expect(largePreview.space.afterBytes).toBeGreaterThan(75_000)
  expect([tooMany.status, tooMany.failure]).toEqual(['failed', 'CONTACT_LIMIT'])
  expect([tooLarge.status, tooLarge.failure]).toEqual(['failed', 'CONTACT_QUOTA_REACHED'])
  expect(await ada.listContacts()).toHaveLength(1)
  const { rows } = await phone.database.pool.query('select from phone.contact_import_parts')
  expect(rows).toHaveLength(0)
})

test('ZR614: after a crash nothing of an import is half done, and the next process completes it', async () => {
  await using phone = await startPhone()
  const user = phone.signUp('Ada')
  const ada = createImportClient(phone, user)
  const { body: draft } = await ada.upload(createTable(3_000))
  await ada.preview(draft)
  await ada.api.post(`/contact-imports/${draft.id}/run`)
  const readProgress = async () => (await ada.api.get(`/contact-imports/${draft.id}`)).body.progress
  await expect.poll(readProgress, { timeout: 20_000, interval: 20 }).toBeGreaterThan(40)

  await phone.service[Symbol.asyncDispose]()
  const count = async () => {
    const { rows } = await phone.database.pool.query('select count(*)::integer as count from phone.contacts')
    return required(rows[0], 'a count').count
  }
  const afterCrash = await count()
  await using restarted = await restartPhone(phone)
  const getStatus = async () => (await restarted.as(user).get(`/contact-imports/${draft.id}`)).body.status
  await expect.poll(getStatus, { timeout: 30_000 }).toBe('done')

  expect([afterCrash, await count()]).toEqual([0, 3_000])
})

test('ZR615: two imports of the same contacts at the same time add each contact once', async () => {
  await using phone = await startPhone()
  const user = phone.signUp('Ada')
  const [bakery = ''] = user.teamIds
  const ada = createImportClient(phone, user)
  const grace = createImportClient(phone, phone.accounts.addUser('Grace', [bakery]))

  const [first, second] = await Promise.all([
    ada.importFile(createTable(200)),
    grace.importFile(createTable(200)),
  ])

  expect([first.counts.new, second.counts.new].toSorted()).toEqual([0, 200])
  expect(await ada.listContacts()).toHaveLength(200)
})

test('ZR615: contacts that are added during an import are not duplicated, and none is lost', async () => {
  await using phone = await startPhone()
  const ada = createImportClient(phone, phone.signUp('Ada'))
  const numbers = Array.from({ length: 40 }, (_, index) => `+1 202 556 ${1000 + index}`)
  const saveAll = async () => {
    for (const [index, typed] of numbers.entries()) {
      for (;;) {
        const { status, body } = await ada.api.post('/contacts', {
          name: `Typed ${index}`,
          phones: [{ typed }],
        })
        if (status !== 429) {
          expect([201, 409], JSON.stringify(body)).toContain(status)
          break
        }
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }

  const [done] = await Promise.all([ada.importFile(createTable(400)), saveAll()])

  expect(done.status).toBe('done')
  expect(await ada.listContacts()).toHaveLength(400)
})

test('ZR615: an import waits for a contact that is being saved, and compares its rows with it', async () => {
  await using phone = await startPhone()
  const user = phone.signUp('Ada')
  const [bakery = ''] = user.teamIds
  const ada = createImportClient(phone, user)
  const { body: draft } = await ada.upload('Name,Phone\nGrace,+1 202 555 0142')
  await ada.preview(draft)
  const client = await phone.database.pool.connect()
  await client.query('begin')
  const lock = `import of contacts of ${bakery}`
  await client.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [lock])
  const phones = JSON.stringify([{ number: '+12025550142', typed: '', extension: null, label: '' }])
  await client.query(
    `with saved as (
       insert into phone.contacts values (gen_random_uuid(), $1, $2, 'shared', 'Grace O.', '', '', $3, '[]', '{}', '', '', '',
         1, now(), now(), 1) returning id
     ) insert into phone.contact_numbers select $1, '', '+12025550142', id from saved`,
    [bakery, user.id, phones],
  )

  const running = ada.run(draft.id)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  await client.query('commit')
  client.release()

  expect(await running).toMatchObject({ status: 'done', counts: { new: 0, same: 1 } })
})

test('ZR615: an import that updates a contact which is deleted meanwhile starts again', async () => {
  await using phone = await startPhone()
  const ada = createImportClient(phone, phone.signUp('Ada'))
  const { body: grace } = await ada.api.post('/contacts', {
    name: 'Grace',
    phones: [{ typed: '+1 202 555 0142' }],
  })
  const { body: draft } = await ada.upload('Name,Phone,Notes\nGrace,+1 202 555 0142,Met at the fair')
  await ada.preview(draft)
  const client = await phone.database.pool.connect()
  await client.query('begin')
  await client.query('delete from phone.contacts where id = $1', [grace.id])

  const running = ada.run(draft.id)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  await client.query('commit')
  client.release()

  expect(await running).toMatchObject({ status: 'done', counts: { new: 1, updated: 0 } })
})

/** Takes a lock of the database, as another node does. Returns what releases it. */
async function takeLock(
  { database }: Pick<TestPhone, 'database'>,
  name: string,
): Promise<() => Promise<void>> {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

test('ZR615: while another node imports contacts of the workspace, an import waits, and none is undone', async () => {
  await using phone = await startPhone()
  const user = phone.signUp('Ada')
  const ada = createImportClient(phone, user)
  const done = await ada.importFile('Name\nHedy')
  const { body: draft } = await ada.upload(createTable(10))
  await ada.preview(draft)
  const release = await takeLock(phone, `many contacts of ${user.teamIds[0]}`)

  const running = ada.run(draft.id)
  const undo = await ada.api.post(`/contact-imports/${done.id}/undo`)
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const { body: waiting } = await ada.api.get(`/contact-imports/${draft.id}`)
  await release()

  expect([undo.status, undo.body.code]).toEqual([409, 'CONTACT_IMPORT_RUNNING'])
  expect(waiting.status).toBe('running')
  expect((await running).status).toBe('done')
})

/** Guarantee: requests do not wait for an import, and occupy connections of the database meanwhile. */
test('ZR616: a contact that is saved during an import is rejected without delay', async () => {
  await using phone = await startPhone()
  const user = phone.signUp('Ada')
  const release = await takeLock(phone, `import of contacts of ${user.teamIds[0]}`)

  const { status, body } = await phone.as(user).post('/contacts', { name: 'Grace' })
  await release()

  expect([status, body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  expect((await phone.as(user).post('/contacts', { name: 'Grace' })).status).toBe(201)
})

/** Guarantee: the import does not reveal the private contacts of other members. */
test('ZR617: a number of a private contact of another member neither matches nor prevents an import', async () => {
  await using phone = await startPhone()
  const user = phone.signUp('Ada')
  const [bakery = ''] = user.teamIds
  const grace = phone.as(phone.accounts.addUser('Grace', [bakery]))
  await grace.post('/contacts', {
    name: 'Doctor',
    visibility: 'private',
    phones: [{ typed: '+1 202 555 0142' }],
  })
  const ada = createImportClient(phone, user)
  const { body: draft } = await ada.upload('Name,Phone\nHedy,202 555 0142')

  const { body: preview } = await ada.preview(draft)
  const done = await ada.run(draft.id)

  expect(preview.counts).toEqual({ new: 1, updated: 0, same: 0, rejected: 0 })
  expect(done.counts.new).toBe(1)
  expect((await grace.get('/contacts')).body.total).toBe(2)
})

/** Guarantee: uploaded files do not fill the disk of the server. */
test('ZR618: a user has one draft, for an hour, and the files of a workspace have a limited size', async () => {
  let aheadMs = 0
  await using phone = await startPhone({ now: () => new Date(Date.now() + aheadMs) })
  const user = phone.signUp('Ada')
  const [bakery = ''] = user.teamIds
  const ada = createImportClient(phone, user)
  const { body: first } = await ada.upload('Name\nHedy')
  const { body: second } = await ada.upload('Name\nLinus')
  const countParts = async () => {
    const { rows } = await phone.database.pool.query(
      'select count(distinct import_id)::integer as count from phone.contact_import_parts',
    )
    return required(rows[0], 'a count').count
  }
  expect((await ada.api.get(`/contact-imports/${first.id}`)).status).toBe(404)
  expect(await countParts()).toBe(1)

  await phone.database.pool.query('update phone.contact_imports set file_bytes = 4 * 16 * 1024 * 1024')
  const grace = createImportClient(phone, phone.accounts.addUser('Grace', [bakery]))
  const { status, body } = await grace.upload('Name\nHedy')
  expect([status, body.code]).toEqual([409, 'CONTACT_IMPORT_SPACE'])

  aheadMs = 61 * 60_000
  expect((await ada.api.get(`/contact-imports/${second.id}`)).status).toBe(404)
})

test('ZR619: a file of 16 MiB is accepted as bytes, and a larger one is rejected before it is read', async () => {
  await using phone = await startPhone()
  const ada = createImportClient(phone, phone.signUp('Ada'))
  const line = `Contact,${'x'.repeat(1_000)}\n`
  const table = Buffer.from(`Name,Notes\n${line.repeat(16_500)}`).subarray(0, 16 * 1024 * 1024)

  const { status, body } = await ada.upload(table)

  expect([status, body.rowCount]).toEqual([201, 16_500])
  expect((await ada.upload(Buffer.alloc(16 * 1024 * 1024 + 1, 'x'))).status).toBe(413)
})

test('ZR620: an import and its undo are audited', async () => {
  await using phone = await startPhone()
  const user = phone.signUp('Ada')
  const ada = createImportClient(phone, user)
  const { id } = await ada.importFile('Name\nHedy')
  await ada.api.post(`/contact-imports/${id}/undo`)

  const entries = await listAuditEntries(phone)
  expect(entries.filter(({ action }) => action.startsWith('contacts.'))).toMatchObject([
    { action: 'contacts.imported', actor_id: user.id, subject_id: id, details: { new: 1, rejected: 0 } },
    { action: 'contacts.import_undone', actor_id: user.id, subject_id: id, details: { deleted: 1 } },
  ])
})
