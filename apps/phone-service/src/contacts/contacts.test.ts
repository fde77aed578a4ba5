import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { connectLive } from '../testing/test-browser.ts'

test('a contact is stored as submitted, with its numbers in E.164 and as typed', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  const written = {
    name: 'Grace Okafor',
    company: 'Marlow Optics',
    role: 'Purchasing lead',
    phones: [
      { typed: '(202) 555-0142 ext 12', label: 'Office' },
      { typed: 'tel:+1-555-0143', label: 'Mobile' },
    ],
    emails: [{ address: 'grace@example.com', label: 'Work' }],
    tags: ['Key customer', 'Key customer', 'KEY Customer'],
    notes: 'After nine.',
  }

  const { status, body: contact } = await ada.post('/contacts', written)

  expect(status).toBe(201)
  expect(contact).toMatchObject({ ...written, tags: ['Key customer'], visibility: 'shared', version: 1 })
  expect(contact.phones).toEqual([
    { number: '+12025550142', typed: '(202) 555-0142 ext 12', extension: '12', label: 'Office' },
    { number: '+15550143', typed: 'tel:+1-555-0143', extension: null, label: 'Mobile' },
  ])
  expect((await ada.get(`/contacts/${contact.id}`)).body).toEqual(contact)
})

/** Guarantee: a shared contact and a colleague show all characters of their names, in their order. */
test('ZR10: names, labels and tags of contacts, and names of users, contain no invisible characters', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('A\u202eda\u200b'))

  const { body: contact } = await ada.post('/contacts', {
    name: '\u2066Grace\u200b Okafor 👩‍💻',
    company: 'Marlow\u202e',
    role: '\u00adLead',
    phones: [{ typed: '\u202a+1-555-0143\u202c', label: 'Mo\u2060bile' }],
    emails: [{ address: 'grace@example.com', label: '\u202eWork' }],
    tags: ['\u200b', 'Key', 'K\u200bey'],
  })
  const unnamed = await ada.post('/contacts', { name: '\u3164\u200b' })

  expect(contact).toMatchObject({
    name: 'Grace Okafor 👩‍💻',
    company: 'Marlow',
    role: 'Lead',
    phones: [{ number: '+15550143', typed: '+1-555-0143', label: 'Mobile' }],
    emails: [{ label: 'Work' }],
    tags: ['Key'],
  })
  expect([unnamed.status, unnamed.body.code]).toEqual([400, 'SCHEMA_ERROR'])
  expect((await ada.get('/me')).body.user.displayName).toBe('Ada')
})

/** Guarantee: a number belongs to one contact of a workspace, also with concurrent requests. */
test('of ten concurrent contacts with the same number one is created, and the errors name it', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  const save = (index: number) =>
    ada.post('/contacts', {
      name: `Linus ${index}`,
      phones: [{ typed: '+1 555 0187' }, { typed: `+1 555 014${index}` }],
    })

  const responses = await Promise.all(Array.from({ length: 10 }, (_, index) => save(index)))

  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  const { body: list } = await ada.get('/contacts')
  expect(list.total).toBe(1)
  for (const { status, body } of responses.filter((answer) => answer.status !== 201)) {
    expect(status).toBe(409)
    expect(body.code).toBe('CONTACT_NUMBER_TAKEN')
    expect(body.details).toEqual({
      number: '+15550187',
      contactId: list.items[0].id,
      name: list.items[0].name,
    })
  }
})

test.each([
  ['graća okafor', 'accents are ignored'],
  ['OKAFOR grace', 'word order and case are ignored'],
  ['marlowop', 'spaces are ignored'],
  ['5550142', 'the format of a number is ignored'],
  ['(202) 555', 'brackets are ignored'],
  ['grace@exa', 'e-mail addresses are searched'],
  ['gr', 'two characters match the beginning of a word'],
  ['key cust', 'tags are searched'],
])('a search for "%s" finds the contact: %s', async (search) => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  await ada.post('/contacts', {
    name: 'Graça Okáfor',
    company: 'Marlow Optics',
    tags: ['Key customer'],
    phones: [{ typed: '+1 202 555 0142' }],
    emails: [{ address: 'grace@example.com' }],
  })
  await ada.post('/contacts', { name: 'Linus Berg' })

  const { body } = await ada.get(`/contacts?search=${encodeURIComponent(search)}`)

  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['Graça Okáfor'])
  expect(body.total).toBe(1)
})

test.each(['%', '_', '\\', "'; drop table contacts; --", 'xyz'])(
  'a search for the special characters %s finds no contact',
  async (search) => {
    await using phone = await startPhone()
    const ada = phone.as(phone.signUp('Ada'))
    await ada.post('/contacts', { name: 'Linus Berg' })

    const { status, body } = await ada.get(`/contacts?search=${encodeURIComponent(search)}&limit=10`)

    expect(status).toBe(200)
    expect(body.items.filter(({ name }: { name: string }) => name.includes(search))).toEqual([])
  },
)

test('pagination by name has no gaps or duplicates', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  for (const name of ['Öz', 'ada', 'Ada', 'Émile', 'Zoe', 'émile', 'Berg'])
    await ada.post('/contacts', { name })

  const names: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await ada.get(`/contacts?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
    names.push(
      ...body.items.map(({ name }: { name: string }) =>
        name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
      ),
    )
    cursor = body.nextCursor
  }

  expect(names).toEqual(['ada', 'ada', 'berg', 'emile', 'emile', 'oz', 'zoe'])
})

test('ZR49: a page of contacts with long notes ends early, and its cursor returns the others', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  for (let count = 0; count < 15; count++)
    await ada.post('/contacts', { name: `Contact ${count}`, notes: 'a'.repeat(20_000) })

  const { body: first } = await ada.get('/contacts?limit=200')
  const { body: second } = await ada.get(`/contacts?limit=200&cursor=${encodeURIComponent(first.nextCursor)}`)

  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([13, 2, null])
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(15)
})

test('ZR49: long e-mail addresses end a page, too', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  const emails = Array.from({ length: 20 }, (_, index) => ({
    label: 'work',
    address: `${'a'.repeat(60)}${index}@${'b.'.repeat(80)}example`,
  }))
  for (let count = 0; count < 60; count++)
    expect((await ada.post('/contacts', { name: `Contact ${count}`, emails })).status).toBe(201)

  const { body: first } = await ada.get('/contacts?limit=200')
  const { body: second } = await ada.get(`/contacts?limit=200&cursor=${encodeURIComponent(first.nextCursor)}`)

  expect(JSON.stringify(first).length).toBeLessThan(256 * 1024)
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(60)
})

test('a private contact is visible to its owner only', async () => {
  await using phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const ada = phone.as(phone.accounts.addUser('Ada', [team]))
  const grace = phone.as(phone.accounts.addUser('Grace', [team]))
  const fields = { name: 'Doctor', visibility: 'private', phones: [{ typed: '+1 555 0150' }] }
  const { body: contact } = await ada.post('/contacts', fields)

  expect((await grace.get(`/contacts/${contact.id}`)).status).toBe(404)
  expect((await grace.get('/contacts')).body.total).toBe(0)
  expect((await grace.delete(`/contacts/${contact.id}`)).status).toBe(404)
  expect((await grace.post('/numbers/check', { typed: '+1 555 0150' })).body.contact).toBeNull()
  expect((await ada.post('/numbers/check', { typed: '+1 555 0150' })).body.contact).toMatchObject({
    name: 'Doctor',
  })
  expect((await grace.post('/contacts', { ...fields, name: 'Also hers' })).status).toBe(201)
  expect((await ada.get('/contacts')).body.total).toBe(1)
})

test('contacts of another workspace cannot be read or changed', async () => {
  await using phone = await startPhone()
  const [ada, linus] = [phone.as(phone.signUp('Ada')), phone.as(phone.signUp('Linus'))]
  const { body: contact } = await ada.post('/contacts', { name: 'Grace' })

  const foreign = await linus.get(`/contacts/${contact.id}`)
  const unknown = await linus.get(`/contacts/${randomUUID()}`)
  const changed = await linus.put(`/contacts/${contact.id}`, { name: 'Mine', version: 1 })

  expect(foreign.body).toEqual(unknown.body)
  expect([foreign.status, changed.status]).toEqual([404, 404])
  expect((await ada.get(`/contacts/${contact.id}`)).body.name).toBe('Grace')
})

test('the second of two edits of the same version fails with a conflict', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  const { body: contact } = await ada.post('/contacts', { name: 'Grace' })

  const first = await ada.put(`/contacts/${contact.id}`, { name: 'Grace O.', version: 1 })
  const second = await ada.put(`/contacts/${contact.id}`, { name: 'Grace A.', version: 1 })

  expect([first.status, first.body.version]).toEqual([200, 2])
  const impossible = await ada.put(`/contacts/${contact.id}`, { name: 'Grace A.', version: 2 ** 31 })
  expect([impossible.status, impossible.body.code]).toEqual([400, 'SCHEMA_ERROR'])
  expect([second.status, second.body.code]).toEqual([409, 'CONTACT_CHANGED'])
})

test('a number check returns the contact with the number', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  const { body: contact } = await ada.post('/contacts', {
    name: 'My echo',
    phones: [{ typed: '+1 555 0100' }],
  })

  const { body } = await ada.post('/numbers/check', { typed: '+1 (555) 01 00' })

  expect(body.contact).toEqual({ id: contact.id, name: 'My echo' })
  expect(body).toMatchObject({
    number: '+15550100',
    formatted: '+1 555 0100',
    service: 'echo',
    refusal: null,
  })
})

/** Guarantee: a tab that is notified of a change reads the changed data. */
test('tabs are notified of a contact only after it has been committed', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await refuseCommits(phone, 'Grace')
  const atAda = await connectLive(phone, ada, randomUUID())

  const failed = await phone.as(ada).post('/contacts', { name: 'Grace' })
  const saved = await phone.as(ada).post('/contacts', { name: 'Linus' })
  const changed = await phone.as(ada).put(`/contacts/${saved.body.id}`, { name: 'Grace', version: 1 })
  atAda.send({ type: 'ping', nonce: 1 })
  await atAda.next('pong')

  expect([failed.status, saved.status, changed.status]).toEqual([500, 201, 500])
  expect(atAda.messages.map(({ type }) => type)).toEqual(['ready', 'contacts.changed', 'pong'])
  atAda.close()
})

/** Makes every transaction that writes a contact of this name fail when it commits. */
async function refuseCommits({ database }: TestPhone, name: string): Promise<void> {
  await database.pool.query(
    `create function phone.refuse_commit() returns trigger language plpgsql as
      $$ begin raise exception 'refused at commit'; end $$`,
  )
  await database.pool.query(
    `create constraint trigger refuse_commit after insert or update on phone.contacts
      deferrable initially deferred for each row when (new.name = '${name}') execute function phone.refuse_commit()`,
  )
}

/** Guarantee (AV3, SR16): the quota holds under a concurrent burst. */
test('AV3, SR16: of eight contacts created concurrently, those beyond the quota of the workspace are rejected', async () => {
  await using phone = await startPhone({ maxContactsPerWorkspace: 4 })
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  // Of one user, four changes run at the same time.
  const linus = phone.accounts.addUser('Linus', [...ada.teamIds])

  // With this lock, all transactions could count the contacts before any of them adds its own.
  const { pool } = phone.database
  const client = await pool.connect()
  await client.query('begin; lock table phone.contacts in share mode')
  const created = Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      phone.as(index % 2 === 0 ? ada : linus).post('/contacts', { name: `Contact ${index}` }),
    ),
  )
  await waitUntil('all transactions wait for a lock', async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length === 8
  })
  await client.query('commit')
  client.release()
  const responses = await created

  expect(responses.filter(({ status }) => status === 201)).toHaveLength(4)
  for (const { status, body } of responses.filter((one) => one.status !== 201))
    expect([status, body.code, body.details]).toEqual([409, 'CONTACT_LIMIT', { limit: 4 }])
  const [kept] = (await phone.as(ada).get('/contacts')).body.items
  const change = await phone.as(ada).put(`/contacts/${kept.id}`, { name: 'Hedy', version: kept.version })
  expect(change.status).toBe(200)
  expect((await phone.as(grace).post('/contacts', { name: 'Linus' })).status).toBe(201)
  await phone.as(ada).delete(`/contacts/${kept.id}`)
  expect((await phone.as(ada).post('/contacts', { name: 'Hedy' })).status).toBe(201)
})
