import { expect, test } from 'vitest'
import { listAuditEntries } from '../../testing/audit-entries.ts'
import { createImportClient } from '../../testing/import-client.ts'
import { startPhone } from '../../testing/start-phone.ts'

const definitions = [
  { name: 'Customer number', type: 'text' },
  { name: 'Größe', type: 'number' },
  { name: 'Since', type: 'date' },
  { name: 'Tier', type: 'choice', choices: ['Gold', 'Silver, or less'] },
  { name: '年', type: 'link' },
  { name: 'Newsletter', type: 'checkbox' },
]

/** Starts a phone with an administrator, a member, and a custom field of each type. */
async function startWithFields() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const adaUser = phone.signUp('Ada')
  const ada = phone.as(adaUser)
  const grace = phone.accounts.addUser('Grace', adaUser.teamIds)
  const ids: string[] = []
  for (const definition of definitions) {
    const { status, body } = await ada.post('/contact-fields', definition)
    expect(status).toBe(201)
    ids.push(body.id)
  }
  const [number = '', size = '', since = '', tier = '', link = '', newsletter = ''] = ids
  const fields = { number, size, since, tier, link, newsletter }
  return { phone, adaUser, ada, grace, fields, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

test('values of custom fields are stored by type, found by their text, and retained while their field is archived', async () => {
  await using started = await startWithFields()
  const { ada, fields } = started
  const customValues = {
    [fields.number]: 'K-4187',
    [fields.size]: 1.5,
    [fields.since]: '2024-02-29',
    [fields.tier]: 'Gold',
    [fields.link]: 'https://example.com/a?b=1',
    [fields.newsletter]: true,
  }
  const { body: contact } = await ada.post('/contacts', { name: 'Hedy', customValues })
  expect(contact.customValues).toEqual(customValues)
  expect((await ada.get('/contacts?search=k4187')).body.items).toEqual([contact])

  // A client that does not know custom fields leaves them as they are.
  const { body: renamed } = await ada.put(`/contacts/${contact.id}`, { name: 'Hedy L', version: 1 })
  expect(renamed.customValues).toEqual(customValues)

  await ada.put(`/contact-fields/${fields.number}`, { name: 'Customer number', isArchived: true })
  await ada.put(`/contact-fields/${fields.tier}`, { name: 'Tier', choices: ['Bronze'], isArchived: false })
  const edited = {
    ...customValues,
    [fields.size]: null,
    [fields.newsletter]: false,
    [fields.number]: 'other',
  }
  const { status, body: saved } = await ada.put(`/contacts/${contact.id}`, {
    name: 'Hedy',
    version: 2,
    customValues: edited,
  })
  expect(status).toBe(200)
  const { [fields.size]: _, [fields.newsletter]: __, ...retained } = customValues
  expect(saved.customValues).toEqual(retained)
})

/** Guarantee (ZR654): a value that a browser shows as a link runs no script, and each value has the type of its field. */
test('ZR654: values that are not of the type of their custom field are rejected, as are links that are no web pages', async () => {
  await using started = await startWithFields()
  const { ada, fields } = started
  const wrong: [string, unknown][] = [
    [fields.number, 4187],
    [fields.number, 'x'.repeat(501)],
    [fields.size, '1.5'],
    [fields.since, '2023-02-29'],
    [fields.since, '2023-2-9'],
    [fields.tier, 'Bronze'],
    [fields.link, 'javascript:alert(1)'],
    [fields.link, 'example.com'],
    [fields.link, 'data:text/html,x'],
    [fields.newsletter, 'yes'],
  ]
  for (const [field, value] of wrong) {
    const { body } = await ada.post('/contacts', { name: 'Hedy', customValues: { [field]: value } })
    expect([value, body.code, body.details?.field]).toEqual([value, 'CONTACT_VALUE_NOT_VALID', field])
  }
  for (const value of [1e300, {}, ['a']]) {
    const { body } = await ada.post('/contacts', { name: 'Hedy', customValues: { [fields.size]: value } })
    expect([value, body.code]).toEqual([value, 'SCHEMA_ERROR'])
  }
  expect((await ada.get('/contacts')).body.total).toBe(0)
})

test('the fields of a workspace have unique names, an order and a maximum, and their changes are audited', async () => {
  await using started = await startWithFields()
  const { phone, adaUser, ada, fields } = started
  for (const name of ['customer NUMBER', 'Customer-number', 'Grosse', 'Notes', 'phone 1', 'E-mail 2 label'])
    expect([name, (await ada.post('/contact-fields', { name, type: 'text' })).body.code]).toEqual([
      name,
      'CONTACT_FIELD_NAME_TAKEN',
    ])
  expect((await ada.post('/contact-fields', { name: '!!', type: 'text' })).body.code).toBe('SCHEMA_ERROR')
  expect((await ada.post('/contact-fields', { name: 'A', type: 'choice' })).body.code).toBe('SCHEMA_ERROR')

  const { items } = (await ada.get('/contact-fields')).body
  const order = items.map(({ id }: { id: string }) => id).toReversed()
  expect((await ada.put('/contact-fields', { order: order.slice(1) })).body.code).toBe(
    'CONTACT_FIELDS_CHANGED',
  )
  expect((await ada.put('/contact-fields', { order })).body.items).toEqual(items.toReversed())

  const more = Array.from({ length: 26 }, (_, index) =>
    ada.post('/contact-fields', { name: `Field ${index}`, type: 'text' }),
  )
  const statuses = (await Promise.all(more)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201).length).toBe(24)
  expect(statuses.filter((status) => status === 409).length).toBe(2)

  await ada.put(`/contact-fields/${fields.since}`, { name: 'Customer since', isArchived: true })
  await ada.delete(`/contact-fields/${fields.since}`)
  const entries = await listAuditEntries(phone)
  const last = entries.filter(({ action }) => /^contact_field\.(updated|deleted)$/.test(action))
  expect(last.map(({ action, actor_id, details }) => [action, actor_id, details])).toEqual([
    [
      'contact_field.updated',
      adaUser.id,
      {
        workspace: adaUser.teamIds[0],
        name: 'Customer since',
        nameBefore: 'Since',
        choices: '',
        isArchived: true,
      },
    ],
    [
      'contact_field.deleted',
      adaUser.id,
      { workspace: adaUser.teamIds[0], name: 'Customer since', contacts: 0 },
    ],
  ])
})

/** Guarantee (ZR655): only administrators of a workspace change its fields, and a deleted value is found nowhere. */
test('ZR655: members and other workspaces cannot change custom fields, and a deletion removes the values of all contacts', async () => {
  await using started = await startWithFields()
  const { phone, ada, fields } = started
  const grace = phone.as(started.grace)
  const eve = phone.as(phone.signUp('Eve'))
  const change = { name: 'Mine', isArchived: true }
  for (const [user, code] of [
    [grace, 'PHONE_ADMIN_REQUIRED'],
    [eve, 'CONTACT_FIELD_NOT_FOUND'],
  ] as const) {
    expect((await user.put(`/contact-fields/${fields.number}`, change)).body.code).toBe(code)
    expect((await user.delete(`/contact-fields/${fields.number}`)).body.code).toBe(code)
  }
  expect((await eve.put('/contact-fields', { order: [fields.number] })).body.code).toBe(
    'CONTACT_FIELDS_CHANGED',
  )
  expect((await grace.get('/contact-fields')).body.items.length).toBe(6)
  expect((await eve.get('/contact-fields')).body.items).toEqual([])
  const foreign = { name: 'Eve', customValues: { [fields.number]: 'x' } }
  expect((await eve.post('/contacts', foreign)).body.customValues).toEqual({})

  const values = { [fields.number]: 'K-4187', [fields.size]: 2 }
  for (let index = 0; index < 250; index += 1)
    await (index % 2 ? ada : grace).post('/contacts', {
      name: `Contact ${index}`,
      customValues: values,
      visibility: index % 2 ? 'shared' : 'private',
    })
  expect((await ada.delete(`/contact-fields/${fields.number}`)).status).toBe(200)
  expect((await grace.get('/contacts?search=4187')).body.total).toBe(0)
  const { items } = (await grace.get('/contacts?limit=500')).body
  expect(items.length).toBe(250)
  for (const { customValues } of items) expect(customValues).toEqual({ [fields.size]: 2 })
})

test('an import suggests custom fields by name, and both export formats contain what it reads', async () => {
  await using started = await startWithFields()
  const { phone, adaUser, ada, fields } = started
  const importer = createImportClient(phone, adaUser)
  const table = [
    'Name;Customer number;GROSSE;since;Tier;年;Newsletter;Other',
    'Hedy;=K-1;1,5;29.02.2024;silver, or less;example.com/a;ja;x',
    'Linus;;many;;;;;',
    'Grace;;;30.02.2024;;;;',
  ].join('\n')
  const { body: draft } = await importer.upload(table)
  expect(draft.columns.map(({ target }: { target: { customField?: string } }) => target.customField)).toEqual(
    [undefined, ...Object.values(fields), undefined],
  )
  const { body: preview } = await importer.preview(draft)
  expect(preview.rejected).toEqual([
    { line: 3, name: 'Linus', reason: 'value-not-valid', value: 'many' },
    { line: 4, name: 'Grace', reason: 'value-not-valid', value: '30.02.2024' },
  ])
  await importer.run(draft.id)
  const [hedy] = await importer.listContacts()
  expect(hedy?.customValues).toEqual({
    [fields.number]: '=K-1',
    [fields.size]: 1.5,
    [fields.since]: '2024-02-29',
    [fields.tier]: 'Silver, or less',
    [fields.link]: 'https://example.com/a',
    [fields.newsletter]: true,
  })
  await ada.put(`/contacts/${hedy?.id}`, {
    ...hedy,
    phones: [],
    customValues: { ...hedy?.customValues, [fields.number]: 'a\\b;c,d:"e" \\n ü' },
  })
  const [stored] = await importer.listContacts()

  for (const format of ['csv', 'vcard']) {
    const exported = (await ada.get(`/contact-exports/${format}`)).body as unknown as string
    const { body: again } = await importer.upload(exported)
    expect((await importer.preview(again)).body.counts).toEqual({ new: 0, updated: 0, same: 1, rejected: 0 })
    await ada.delete(`/contacts/${(await importer.listContacts())[0]?.id}`)
    const { body: next } = await importer.upload(exported)
    await importer.preview(next)
    await importer.run(next.id)
    expect((await importer.listContacts())[0]?.customValues).toEqual(stored?.customValues)
  }
})
