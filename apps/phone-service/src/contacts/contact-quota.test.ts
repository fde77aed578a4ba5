import { expect, test } from 'vitest'
import { sizesAndDeletions } from '../database/migrations/0047-sizes-and-deletions.ts'
import { restartPhone, startPhone } from '../testing/start-phone.ts'

/** 60 KB in UTF-8. */
const longNotes = '語'.repeat(20_000)

/** Guarantee: members do not fill the disk of the server with contacts. */
test('ZR380: contacts beyond the quota of the workspace in bytes are rejected, also in a concurrent burst, and those of another workspace are not', async () => {
  await using phone = await startPhone({ maxContactBytes: 200_000 })
  const [ada, grace] = [phone.as(phone.signUp('Ada')), phone.as(phone.signUp('Grace'))]

  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      ada.post('/contacts', { name: `Contact ${index}`, notes: longNotes }),
    ),
  )

  expect(responses.filter(({ status }) => status === 201)).toHaveLength(3)
  for (const { status, body } of responses.filter((one) => one.status !== 201))
    expect([status, body.code]).toEqual([409, 'CONTACT_QUOTA_REACHED'])
  expect((await grace.post('/contacts', { name: 'Linus', notes: longNotes })).status).toBe(201)
})

test('ZR380: a contact does not grow beyond the quota, and can become shorter, which makes space', async () => {
  await using phone = await startPhone({ maxContactBytes: 100_000 })
  const ada = phone.as(phone.signUp('Ada'))
  const { body: long } = await ada.post('/contacts', { name: 'Grace', notes: longNotes })
  const { body: short } = await ada.post('/contacts', { name: 'Linus' })
  const change = (contact: { id: string; version: number }, notes: string) =>
    ada.put(`/contacts/${contact.id}`, { name: 'Hedy', notes, version: contact.version })

  const grown = await change(short, longNotes)
  expect([grown.status, grown.body.code]).toEqual([409, 'CONTACT_QUOTA_REACHED'])
  expect((await ada.get(`/contacts/${short.id}`)).body).toEqual(short)

  expect((await change(long, 'Short')).status).toBe(200)
  expect((await change(short, longNotes)).status).toBe(200)
})

test('ZR380: a contact can become shorter after the operator has lowered the quota below the size of all contacts', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const { body: contact } = await phone.as(ada).post('/contacts', { name: 'Grace', notes: longNotes })
  await phone.as(ada).post('/contacts', { name: 'Linus', notes: longNotes })
  await phone.service[Symbol.asyncDispose]()
  await using restarted = await restartPhone(phone, { maxContactBytes: 50_000 })

  const change = { name: 'Grace', notes: 'Short', version: contact.version }
  expect((await restarted.as(ada).put(`/contacts/${contact.id}`, change)).status).toBe(200)
})

test.each([
  [
    'labels',
    {
      phones: Array.from({ length: 20 }, (_, i) => ({
        typed: `+1 555 01${10 + i}`,
        label: '語'.repeat(200),
      })),
    },
  ],
  [
    'e-mails',
    { emails: Array.from({ length: 20 }, () => ({ address: 'grace@example.com', label: '語'.repeat(200) })) },
  ],
  ['tags', { tags: Array.from({ length: 30 }, (_, i) => `${i}${'語'.repeat(48)}`) }],
])('ZR380: %s count towards the quota', async (_, fields) => {
  await using phone = await startPhone({ maxContactBytes: 4_000 })
  const ada = phone.as(phone.signUp('Ada'))

  expect((await ada.post('/contacts', { name: 'Grace', ...fields })).body.code).toBe('CONTACT_QUOTA_REACHED')
})

test('ZR380: contacts that were saved before the quota existed count', async () => {
  await using phone = await startPhone({ maxContactBytes: 100_000 })
  const ada = phone.as(phone.signUp('Ada'))
  await ada.post('/contacts', { name: 'Grace', notes: longNotes })
  const getSize = async () =>
    (await phone.database.pool.query('select size_bytes from phone.contacts')).rows[0].size_bytes
  const size = await getSize()

  await phone.database.pool.query(
    'alter table phone.contacts drop column size_bytes; drop index phone.private_contacts_by_owner; drop table phone.deleted_workspaces',
  )
  await phone.database.pool.query(`set search_path to phone; ${sizesAndDeletions.sql}`)

  // The text of JSON in PostgreSQL has more spaces.
  expect(Math.abs((await getSize()) - size)).toBeLessThan(100)
})

/** Guarantee: changes without growth do not fill the disk with old versions of rows and the log of the database. */
test('ZR380: a user saves a limited number of contacts a day', async () => {
  // 5 contacts a day, and one in each window of less than a minute of the limit per minute.
  await using phone = await startPhone({ rateLimitFactor: 0.001 })
  const [ada, grace] = [phone.as(phone.signUp('Ada')), phone.as(phone.signUp('Grace'))]
  const save = async (name: string) => {
    await phone.database.pool.query("delete from rate_limits.attempts where name = 'phone-contact-changes'")
    return (await ada.post('/contacts', { name })).status
  }
  const statuses: number[] = []
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) statuses.push(await save(name))

  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  expect((await grace.post('/contacts', { name: 'Linus' })).status).toBe(201)
})
