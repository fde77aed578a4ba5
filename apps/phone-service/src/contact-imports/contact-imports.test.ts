import { expect, test } from 'vitest'
import { createImportClient } from '../testing/import-client.ts'
import { startPhone } from '../testing/start-phone.ts'

test('a CSV file in Windows-1252 with semicolons becomes contacts, and the same file twice adds nothing', async () => {
  await using phone = await startPhone({ homeCountry: 'DE' })
  const ada = createImportClient(phone, phone.signUp('Ada'))
  const table = [
    'Vorname;Nachname;Firma;Telefon mobil;Mail;Kd-Nr;Bemerkungen',
    'Grace;M\u00fcller;Marlow Optics;030 2345678;grace@example.com;4187;"Erste Zeile\nzweite"',
    'Linus;Berg;;555;linus@;4188;',
    ';;Workshop;+49 30 2345679;;4190;',
    ';;;;;4191;',
    'Hedy;Sato;Workshop;030 2345680;;4192',
  ].join('\r\n')

  const { status, body: draft } = await ada.upload(Buffer.from(table, 'latin1'), 'Messe.csv')

  expect(status).toBe(201)
  expect(draft).toMatchObject({
    status: 'draft',
    fileName: 'Messe.csv',
    format: 'csv',
    encoding: 'windows-1252',
    delimiter: ';',
    hasHeader: true,
    rowCount: 5,
  })
  expect(
    draft.columns.map(({ name, sample, target, reason }: never) => [name, sample, target, reason]),
  ).toEqual([
    ['Vorname', 'Grace', { field: 'first-name', label: 'other' }, 'header'],
    ['Nachname', 'Müller', { field: 'last-name', label: 'other' }, 'header'],
    ['Firma', 'Marlow Optics', { field: 'company', label: 'other' }, 'header'],
    ['Telefon mobil', '030 2345678', { field: 'phone', label: 'mobile' }, 'header'],
    ['Mail', 'grace@example.com', { field: 'email', label: 'other' }, 'header'],
    ['Kd-Nr', '4187', { field: 'none', label: 'other' }, 'none'],
    ['Bemerkungen', 'Erste Zeile\nzweite', { field: 'notes', label: 'other' }, 'header'],
  ])

  const { body: preview } = await ada.preview(draft)
  expect(preview.counts).toEqual({ new: 2, updated: 0, same: 0, rejected: 3 })
  expect(preview.rejected).toEqual([
    { line: 4, name: 'Linus Berg', reason: 'email-not-valid', value: 'linus@' },
    { line: 6, name: '', reason: 'name-missing', value: '' },
    { line: 7, name: 'Hedy Sato', reason: 'wrong-number-of-columns', value: '6/7' },
  ])

  const done = await ada.run(draft.id)
  expect(done).toMatchObject({ status: 'done', progress: 100, counts: preview.counts, failure: null })
  const contacts = await ada.listContacts()
  expect(contacts).toMatchObject([
    {
      name: 'Grace Müller',
      company: 'Marlow Optics',
      phones: [{ number: '+49302345678', typed: '030 2345678', label: 'Mobile' }],
      emails: [{ address: 'grace@example.com', label: '' }],
      notes: 'Erste Zeile\nzweite',
      visibility: 'shared',
    },
    { name: 'Workshop', company: 'Workshop', phones: [{ number: '+49302345679' }] },
  ])

  const again = await ada.importFile(Buffer.from(table, 'latin1'))
  expect(again.counts).toEqual({ new: 0, updated: 0, same: 2, rejected: 3 })
  expect(await ada.listContacts()).toEqual(contacts)
})

test('vCards of version 3.0 and 4.0 become contacts, and others are rejected', async () => {
  await using phone = await startPhone()
  const ada = createImportClient(phone, phone.signUp('Ada'))
  const cards = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Okafor;Grace;;;',
    'ORG:Marlow\\, Optics;Sales',
    'TITLE:Buyer\\; lead',
    'item1.TEL;TYPE=CELL,VOICE:(202) 555-0142',
    'item2.TEL:+1 202 555 0143',
    'item2.X-ABLabel:Reception',
    'item3.TEL:+1 202 555 0144',
    'item3.X-ABLabel:_$!<WorkFAX>!$_',
    'EMAIL;TYPE=INTERNET;TYPE=HOME:grace@example.com',
    `PHOTO;ENCODING=b;TYPE=JPEG:${'A'.repeat(70_000)}`,
    ' AAAA',
    'NOTE:After nine\\,\\nor be',
    ' fore.',
    'CATEGORIES:Key customer,North\\, east',
    'END:VCARD',
    'begin:vcard',
    'VERSION:4.0',
    'FN:Hedy Sato',
    'TEL;VALUE=uri;TYPE="work,voice":tel:+1-202-555-0150;ext=12',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:2.1',
    'FN:Linus',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:4.0',
    'FN:Never closed',
  ].join('\r\n')

  const { body: draft } = await ada.upload(cards, 'contacts.vcf')
  expect(draft).toMatchObject({ format: 'vcard', delimiter: null, rowCount: 4, columns: [] })
  const { body: preview } = await ada.preview(draft)
  expect(preview.rejected).toEqual([
    { line: 23, name: '', reason: 'vcard-not-understood', value: '' },
    { line: 27, name: '', reason: 'vcard-not-understood', value: '' },
  ])
  await ada.run(draft.id)

  expect(await ada.listContacts()).toMatchObject([
    {
      name: 'Grace Okafor',
      company: 'Marlow, Optics',
      role: 'Buyer; lead',
      phones: [
        { number: '+12025550142', typed: '(202) 555-0142', label: 'Mobile' },
        { number: '+12025550143', label: 'Reception' },
        { number: '+12025550144', label: 'Fax' },
      ],
      emails: [{ address: 'grace@example.com', label: 'Home' }],
      notes: 'After nine,\nor before.',
      tags: ['Key customer', 'North, east'],
    },
    { name: 'Hedy Sato', phones: [{ number: '+12025550150', extension: '12', label: 'Work' }] },
  ])
})

test('rows fill and extend the contacts that have their number, e-mail or name, and rows of one contact are merged', async () => {
  await using phone = await startPhone()
  const user = phone.signUp('Ada')
  const ada = createImportClient(phone, user)
  await ada.api.post('/contacts', { name: 'Grace', phones: [{ typed: '+1 202 555 0142' }], notes: 'Mine' })
  await ada.api.post('/contacts', { name: 'Hedy', emails: [{ address: 'Hedy@example.com' }] })
  await ada.api.post('/contacts', { name: 'Linus', company: 'Workshop', tags: ['a'] })
  const table = [
    'Name,Company,Phone,Phone 2,Email,Tags,Notes',
    'Grace O.,Marlow,202 555 0142,202 555 0143,,,Theirs',
    'Hedwig,,,,hedy@EXAMPLE.com,b,',
    'Linus,Workshop,,,,"a;b",',
    'Linus,Workshop,,,,b,',
    'New,,202 555 0160,,,,',
    'New again,,202 555 0160,,new@example.com,,',
    'Conflict,,202 555 0160,202 555 0143,,,',
    'Grace,,,,,,',
  ].join('\n')

  const { body: draft } = await ada.upload(table)
  const { body: preview } = await ada.preview(draft, { visibility: 'private' })

  expect(preview.counts).toEqual({ new: 1, updated: 3, same: 3, rejected: 1 })
  expect(preview.rows.map(({ result, adds }: never) => [result, adds])).toEqual([
    ['updated', ['company', 'phones']],
    ['updated', ['tags']],
    ['updated', ['tags']],
    ['same', []],
    ['new', []],
    ['merged', ['emails']],
    ['rejected', []],
    ['same', []],
  ])
  expect(preview.rejected).toEqual([
    { line: 8, name: 'Conflict', reason: 'number-taken', value: '202 555 0143' },
  ])
  const done = await ada.run(draft.id)
  expect(done.counts).toEqual(preview.counts)
  expect(await ada.listContacts()).toMatchObject([
    {
      name: 'Grace',
      company: 'Marlow',
      notes: 'Mine',
      phones: [{ number: '+12025550142' }, { number: '+12025550143' }],
      visibility: 'shared',
      version: 2,
    },
    { name: 'Hedy', emails: [{ address: 'Hedy@example.com' }], tags: ['b'] },
    { name: 'Linus', tags: ['a', 'b'] },
    { name: 'New', emails: [{ address: 'new@example.com' }], visibility: 'private' },
  ])
  expect((await phone.as(user).get('/contacts?search=marlow')).body.total).toBe(1)
})

test('undo deletes what the import created and restores what it updated, except contacts that were edited since', async () => {
  await using phone = await startPhone()
  const ada = createImportClient(phone, phone.signUp('Ada'))
  const { body: grace } = await ada.api.post('/contacts', {
    name: 'Grace',
    phones: [{ typed: '+1 202 555 0142' }],
  })
  const { body: linus } = await ada.api.post('/contacts', { name: 'Linus' })
  const done = await ada.importFile(
    'Name,Phone,Notes\nGrace,202 555 0142,From a file\nGrace,202 555 0142,\nLinus,202 555 0143,\nHedy,202 555 0150,\nNew,202 555 0151,\nGone,202 555 0152,',
  )
  expect(done.undoableUntil).toBeGreaterThan(Date.now() + 6 * 24 * 60 * 60_000)
  const [, , hedy, changed] = await ada.listContacts()
  const edit = { ...changed, name: 'Linus B.' }
  for (const key of ['id', 'ownerUserId', 'createdAt', 'updatedAt'] as const) delete edit[key]
  edit.phones = edit.phones.map(({ typed, label }: never) => ({ typed, label }))
  expect((await ada.api.put(`/contacts/${linus.id}`, edit)).status).toBe(200)
  await ada.api.put(`/contacts/${hedy.id}`, { name: 'Hedy S.', version: 1 })
  const { body: gone } = await ada.api.get('/contacts?search=gone')
  await ada.api.delete(`/contacts/${gone.items[0].id}`)

  const { status, body: undone } = await ada.api.post(`/contact-imports/${done.id}/undo`)

  expect([status, undone.status, undone.undone]).toEqual([
    200,
    'undone',
    { deleted: 1, restored: 1, retained: 2 },
  ])
  const after = await ada.listContacts()
  expect(after.map(({ name, notes }: never) => [name, notes])).toEqual([
    ['Grace', ''],
    ['Hedy S.', ''],
    ['Linus B.', ''],
  ])
  expect(after[0]).toMatchObject({ id: grace.id, phones: grace.phones, version: 3 })
  const again = await ada.api.post(`/contact-imports/${done.id}/undo`)
  expect([again.status, again.body.code]).toEqual([409, 'CONTACT_IMPORT_NOT_UNDOABLE'])
  expect(
    (await ada.api.post('/contacts', { name: 'Free', phones: [{ typed: '+1 202 555 0151' }] })).status,
  ).toBe(201)
})

test('the rejected rows are downloaded as CSV in which no text is a formula', async () => {
  await using phone = await startPhone()
  const ada = createImportClient(phone, phone.signUp('Ada'))
  const { body: draft } = await ada.upload('Name,Phone\n=HYPERLINK(1),see office\nGrace,202 555 0142')
  await ada.preview(draft)

  const { body } = await ada.api.get(`/contact-imports/${draft.id}/rejected/csv`)

  expect(body.csv).toBe("row,name,reason,value\n2,'=HYPERLINK(1),number-not-understood,see office\n")
})

test('a column whose name is cut within a character is stored', async () => {
  await using phone = await startPhone()
  const ada = createImportClient(phone, phone.signUp('Ada'))

  const { status, body } = await ada.upload(`Name,${'x'.repeat(199)}\u{1F600}\nGrace,1`)

  expect([status, body.columns[1].name]).toEqual([201, `${'x'.repeat(199)}\ufffd`])
})
