import { expect, test } from 'vitest'
import { insertCall } from '../call-log/index.ts'
import type { PhoneTables } from '../database/tables.ts'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { createStoredCall } from '../testing/create-stored-call.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'

const work = '+12025550142'
const home = '+12025550143'

async function startWorkspace(options: Parameters<typeof startPhone>[0] = {}) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(options))
  const adaUser = phone.signUp('Ada')
  const graceUser = phone.accounts.addUser('Grace', adaUser.teamIds)
  const eve = phone.as(phone.signUp('Eve'))
  const [ada, grace] = [phone.as(adaUser), phone.as(graceUser)]
  return { phone, ada, adaUser, grace, graceUser, eve, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

type Api = ReturnType<TestPhone['as']>

async function add(api: Api, contact: object) {
  const { status, body } = await api.post('/contacts', contact)
  expect([status, body.code]).toEqual([201, undefined])
  return body
}

interface Versioned {
  readonly id: string
  readonly version: number
}

const toVersion = ({ id, version }: Versioned) => ({ id, version })

function merge(api: Api, kept: Versioned, removed: Versioned, choices = {}) {
  return api.post('/contact-merges', { kept: toVersion(kept), removed: toVersion(removed), choices })
}

async function addCall(phone: TestPhone, user: FakeUser, number: string, notes = '') {
  const [workspaceId = ''] = user.teamIds
  const call = createStoredCall({ workspaceId, number, userId: user.id, notes })
  await insertCall(phone.database.schema<PhoneTables>('phone'), call)
  return call.id
}

const listNames = async (api: Api) => {
  const { body } = await api.get('/contact-duplicates')
  return body.items.map(({ reasons, contacts }: { reasons: string[]; contacts: { name: string }[] }) => [
    reasons.join(' '),
    contacts.map(({ name }) => name).toSorted(),
  ])
}

test('contacts with a number, an e-mail or a name in common are suggested, and dismissed suggestions do not return', async () => {
  await using workspace = await startWorkspace()
  const { ada, grace } = workspace
  await add(ada, { name: 'Zoë van Berg', phones: [{ typed: '(202) 555-0142' }], visibility: 'private' })
  await add(grace, { name: 'Office', phones: [{ typed: 'tel:+1-202-555-0142' }] })
  const linus = await add(ada, { name: 'Linus', emails: [{ address: 'Linus@Example.com' }] })
  const other = await add(ada, { name: 'L. Berg', emails: [{ address: 'linus@example.com' }] })
  await add(ada, { name: 'BERG van Zoe' })
  await add(ada, { name: 'Unique' })

  expect(await listNames(ada)).toEqual([
    ['number', ['Office', 'Zoë van Berg']],
    ['email', ['L. Berg', 'Linus']],
    ['name', ['BERG van Zoe', 'Zoë van Berg']],
  ])
  expect((await ada.get('/contact-duplicates')).body).toMatchObject({
    total: 3,
    counts: { number: 1, email: 1, name: 1 },
    nextCursor: null,
  })
  const { body: first } = await ada.get('/contact-duplicates?limit=2')
  const { body: second } = await ada.get(`/contact-duplicates?limit=2&cursor=${first.nextCursor}`)
  expect([first.items.length, second.items.length, second.total]).toEqual([2, 1, 3])

  const dismissed = await ada.post('/contact-duplicates/dismiss', { contacts: [linus.id, other.id] })
  expect(dismissed.status).toBe(200)
  await ada.put(`/contacts/${other.id}`, {
    name: 'L. Berg',
    emails: other.emails,
    notes: 'Edited',
    version: 1,
  })
  expect((await ada.get('/contact-duplicates')).body.total).toBe(2)
  // A third contact may be either of them.
  await add(ada, { name: 'Sales', emails: [{ address: 'linus@example.com' }] })
  expect(await listNames(ada)).toContainEqual(['email', ['L. Berg', 'Linus', 'Sales']])
})

/** Guarantee (ZR656): a private contact is known to its owner alone. */
test('ZR656: private contacts of others and those of other workspaces are neither suggested nor dismissed nor merged', async () => {
  await using workspace = await startWorkspace()
  const { ada, grace, eve } = workspace
  const shared = await add(ada, { name: 'Linus Berg', phones: [{ typed: work }] })
  const hidden = await add(grace, { name: 'Linus Berg', visibility: 'private', notes: 'Secret' })
  await add(eve, { name: 'Linus Berg' })

  expect((await ada.get('/contact-duplicates')).body).toMatchObject({ items: [], total: 0 })
  expect((await grace.get('/contact-duplicates')).body.total).toBe(1)
  expect((await eve.get('/contact-duplicates')).body.total).toBe(0)
  for (const api of [ada, eve]) {
    const dismissed = await api.post('/contact-duplicates/dismiss', { contacts: [shared.id, hidden.id] })
    expect(dismissed.body.code).toBe('CONTACT_NOT_FOUND')
    expect((await merge(api, shared, hidden)).body.code).toBe('CONTACT_NOT_FOUND')
    expect((await merge(api, hidden, shared)).body.code).toBe('CONTACT_NOT_FOUND')
  }

  // The owner decides whether what was private is shared. A private contact of another member does not appear.
  const choices = { visibility: 'removed' }
  const { status, body } = await merge(grace, shared, hidden, choices)
  expect([status, body.contact.visibility, body.contact.ownerUserId]).toEqual([
    200,
    'private',
    workspace.graceUser.id,
  ])
  expect((await ada.get('/contacts')).body.total).toBe(0)
  expect((await ada.get('/contact-changes')).body.items).toEqual([])
  for (const api of [ada, eve])
    expect((await api.post(`/contact-changes/${body.change.id}/undo`, {})).body.code).toBe(
      'CONTACT_CHANGE_NOT_FOUND',
    )
  expect((await grace.post(`/contact-changes/${body.change.id}/undo`, {})).status).toBe(200)
  expect((await ada.get('/contacts')).body.items).toEqual([{ ...shared, version: 3 }])
})

/** Guarantee (ZR657): a merge loses nothing, and its undo restores both contacts and their history. */
test('ZR657: a merged contact has all numbers, e-mails and calls, and undo restores both contacts exactly', async () => {
  await using workspace = await startWorkspace()
  const { phone, ada, adaUser, grace } = workspace
  const { body: field } = await ada.post('/contact-fields', { name: 'Tier', type: 'text' })
  const { body: size } = await ada.post('/contact-fields', { name: 'Size', type: 'number' })
  const kept = await add(ada, {
    name: 'Linus Berg',
    company: 'Old',
    phones: [{ typed: '(202) 555-0142 ext 12', label: 'Work' }],
    emails: [{ address: 'linus@example.com' }],
    tags: ['A', 'B'],
    notes: 'First',
    customValues: { [field.id]: 'Gold' },
  })
  const removed = await add(grace, {
    name: 'Berg, Linus',
    company: 'New',
    phones: [{ typed: home }],
    emails: [{ address: 'LINUS@example.com' }, { address: 'berg@example.com' }],
    tags: ['B', 'C'],
    notes: 'Second',
    customValues: { [field.id]: 'Silver', [size.id]: 3 },
  })
  const third = await add(ada, { name: 'Sales', emails: [{ address: 'berg@example.com' }] })
  await ada.post('/contact-duplicates/dismiss', { contacts: [removed.id, third.id] })
  const calls = [await addCall(phone, adaUser, work), await addCall(phone, adaUser, home, 'Call back')]
  const [workspaceId] = adaUser.teamIds
  await phone.database.pool.query(
    `insert into phone.caller_id_choices (workspace_id, user_id, contact_id, number, chosen_at)
      values ($1, $2, $3, '+12025550199', now())`,
    [workspaceId, adaUser.id, removed.id],
  )
  const readChoices = async () =>
    (await phone.database.pool.query('select contact_id, number, chosen_at from phone.caller_id_choices'))
      .rows
  const choicesBefore = await readChoices()
  const listCalls = async (id: string) =>
    (await ada.get(`/calls?contact=${id}`)).body.items.map((call: { id: string }) => call.id).toSorted()

  const choices = { company: 'removed', customValues: { [field.id]: 'removed' } }
  const { status, body } = await merge(ada, kept, removed, choices)

  expect(status).toBe(200)
  expect(body.contact).toMatchObject({
    id: kept.id,
    name: 'Linus Berg',
    company: 'New',
    tags: ['A', 'B', 'C'],
    notes: 'First\n\nSecond',
    customValues: { [field.id]: 'Silver', [size.id]: 3 },
    version: 2,
  })
  expect(body.contact.phones.map(({ number, extension }: never) => [number, extension])).toEqual([
    [work, '12'],
    [home, null],
  ])
  expect(body.contact.emails.map(({ address }: never) => address)).toEqual([
    'linus@example.com',
    'berg@example.com',
  ])
  expect((await ada.get(`/contacts/${removed.id}`)).status).toBe(404)
  expect(await listCalls(kept.id)).toEqual(calls.toSorted())
  expect((await readChoices()).map(({ contact_id }) => contact_id)).toEqual([kept.id])
  // A suggestion that was dismissed for the other contact stays dismissed.
  expect((await ada.get('/contact-duplicates')).body.total).toBe(0)
  expect((await grace.get('/contact-changes')).body.items).toEqual([body.change])
  expect(body.change).toMatchObject({ kind: 'merge', names: ['Linus Berg', 'Berg, Linus'], isEdited: false })

  expect((await grace.post(`/contact-changes/${body.change.id}/undo`, {})).body).toEqual({
    restored: 2,
    unchanged: [],
  })

  expect((await ada.get(`/contacts/${kept.id}`)).body).toEqual({ ...kept, version: 3 })
  expect((await ada.get(`/contacts/${removed.id}`)).body).toEqual(removed)
  expect(await listCalls(kept.id)).toEqual([calls[0]])
  expect(await listCalls(removed.id)).toEqual([calls[1]])
  expect(await readChoices()).toEqual(choicesBefore)
  expect((await ada.get('/contact-duplicates')).body.total).toBe(1)
  expect((await grace.post(`/contact-changes/${body.change.id}/undo`, {})).body.code).toBe(
    'CONTACT_CHANGE_NOT_FOUND',
  )
  const actions = (await listAuditEntries(phone)).map(({ action }) => action)
  expect(actions.slice(-2)).toEqual(['contacts.merged', 'contacts.change_undone'])
})

test('a merge is not undone after seven days, over edits without consent, or when a number belongs to another contact', async () => {
  await using workspace = await startWorkspace()
  const { phone, ada } = workspace
  const kept = await add(ada, { name: 'Linus', phones: [{ typed: work }] })
  const removed = await add(ada, { name: 'Linus', phones: [{ typed: home }] })
  const { body } = await merge(ada, kept, removed)
  const undo = (discardEdits = false) => ada.post(`/contact-changes/${body.change.id}/undo`, { discardEdits })

  await ada.put(`/contacts/${kept.id}`, { name: 'Linus', phones: [{ typed: work }], version: 2 })
  const taker = await add(ada, { name: 'Hedy', phones: [{ typed: home }] })
  expect((await ada.get('/contact-changes')).body.items[0].isEdited).toBe(true)
  expect((await undo()).body.code).toBe('CONTACT_CHANGED')
  expect((await undo(true)).body).toMatchObject({ code: 'CONTACT_NUMBER_TAKEN', details: { name: 'Hedy' } })
  await ada.delete(`/contacts/${taker.id}`)
  await ada.delete(`/contacts/${kept.id}`)
  await phone.database.pool.query(`update phone.contact_changes set expires_at = now()`)
  expect((await ada.get('/contact-changes')).body.items).toEqual([])
  expect((await undo(true)).body.code).toBe('CONTACT_CHANGE_NOT_FOUND')
  await phone.database.pool.query(`update phone.contact_changes set expires_at = now() + interval '1 day'`)

  expect((await undo(true)).status).toBe(200)

  const { items } = (await ada.get('/contacts')).body
  expect(items.length).toBe(2)
  expect(items).toContainEqual(removed)
})

test('a merge beyond the limits of a contact changes nothing', async () => {
  await using workspace = await startWorkspace()
  const { ada } = workspace
  const phones = (from: number) =>
    Array.from({ length: 11 }, (_, index) => ({ typed: `+1202555${from + index}` }))
  const kept = await add(ada, { name: 'Linus', phones: phones(1000), notes: 'x'.repeat(12_000) })
  const removed = await add(ada, { name: 'Linus', phones: phones(2000), notes: 'y'.repeat(12_000) })
  expect((await merge(ada, kept, removed)).body).toMatchObject({
    code: 'CONTACT_MERGE_TOO_LARGE',
    details: { part: 'phones' },
  })
  expect((await merge(ada, kept, kept)).body.code).toBe('SCHEMA_ERROR')
  expect((await ada.get('/contacts')).body.total).toBe(2)
})

/** Guarantee (ZR658): of concurrent changes of a contact, one wins, and no contact is lost. */
test('ZR658: of concurrent merges, edits and deletions of the same contacts one succeeds, and undo still restores all', async () => {
  await using workspace = await startWorkspace()
  const { phone, ada, grace } = workspace
  for (let round = 0; round < 12; round += 1) {
    const name = `Linus ${round}`
    const [a, b, c] = [
      await add(ada, { name, phones: [{ typed: `+1202555${1000 + round}` }] }),
      await add(ada, { name, phones: [{ typed: `+1202555${2000 + round}` }] }),
      await add(ada, { name, phones: [{ typed: `+1202555${3000 + round}` }] }),
    ]
    const edit = { name: `${name} edited`, phones: [{ typed: b.phones[0].typed }], version: 1 }
    const responses = await Promise.all([
      merge(ada, a, b),
      merge(grace, b, a),
      merge(grace, c, b),
      grace.put(`/contacts/${b.id}`, edit),
      ...(round % 3 === 0 ? [ada.delete(`/contacts/${b.id}`)] : []),
    ])

    const succeeded = responses.filter(({ status }) => status === 200)
    for (const { status } of responses) expect([200, 404, 409]).toContain(status)
    // A deletion takes no version: it can follow an edit or a merge.
    expect(succeeded.length).toBeLessThanOrEqual(round % 3 === 0 ? 2 : 1)
    const merged = responses.slice(0, 3).find(({ status }) => status === 200)
    if (merged) {
      const both = await Promise.all(
        [ada, grace].map((api) =>
          api.post(`/contact-changes/${merged.body.change.id}/undo`, { discardEdits: true }),
        ),
      )
      expect(both.map(({ status }) => status).toSorted()).toEqual([
        200,
        expect.toSatisfy((code) => code >= 404),
      ])
    }
    const { items } = (await ada.get(`/contacts?search=${encodeURIComponent(name)}`)).body
    const numbers = items.flatMap(({ phones }: { phones: { number: string }[] }) =>
      phones.map(({ number }) => number),
    )
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers.length).toBeGreaterThanOrEqual(round % 3 === 0 ? 2 : 3)
    const { rows } = await phone.database.pool.query('select number from phone.contact_numbers')
    expect(rows.map(({ number }) => number)).toEqual(expect.arrayContaining(numbers))
    for (const { id } of items) await ada.delete(`/contacts/${id}`)
  }
})
