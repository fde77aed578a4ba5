import { compareText } from '@parley/primitives'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'

async function startWorkspace(options: Parameters<typeof startPhone>[0] = {}) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(options))
  const adaUser = phone.signUp('Ada')
  const graceUser = phone.accounts.addUser('Grace', adaUser.teamIds)
  const eveUser = phone.signUp('Eve')
  const [ada, grace, eve] = [phone.as(adaUser), phone.as(graceUser), phone.as(eveUser)]
  return {
    phone,
    ada,
    adaUser,
    grace,
    graceUser,
    eve,
    eveUser,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

type Api = ReturnType<TestPhone['as']>

async function add(api: Api, contact: object) {
  const { status, body } = await api.post('/contacts', contact)
  expect([status, body.code]).toEqual([201, undefined])
  return body
}

const change = (api: Api, selection: object, action: object) =>
  api.post('/contact-changes', { selection, action })
const all = { search: '' }
const byReason = (a: { reason: string }, b: { reason: string }) => compareText(a.reason, b.reason)

test('a tag is added to and removed from the selected contacts, with a reason for each that is not changed', async () => {
  await using workspace = await startWorkspace()
  const { phone, ada } = workspace
  const full = await add(ada, { name: 'Full', tags: Array.from({ length: 30 }, (_, index) => `T${index}`) })
  const tagged = await add(ada, { name: 'Tagged', tags: ['Fair'] })
  const plain = await add(ada, { name: 'Plain', notes: 'Text' })
  const gone = await add(ada, { name: 'Gone' })
  await ada.delete(`/contacts/${gone.id}`)
  const ids = [full, tagged, plain, gone, plain].map(({ id }) => id)

  const { status, body } = await change(ada, { ids }, { type: 'add-tag', tag: ' Fa\u200bir ' })

  expect(status).toBe(200)
  expect(body.changed).toBe(1)
  expect(body.changes).toEqual([])
  expect(body.unchanged.toSorted(byReason)).toEqual([
    { reason: 'not-found', count: 1, names: [] },
    { reason: 'same', count: 1, names: ['Tagged'] },
    { reason: 'too-many-tags', count: 1, names: ['Full'] },
  ])
  expect((await ada.get(`/contacts/${plain.id}`)).body).toMatchObject({
    tags: ['Fair'],
    notes: 'Text',
    version: 2,
  })
  expect((await ada.get('/contacts?search=fair')).body.total).toBe(2)
  expect(
    (await change(ada, { search: 'fair', exceptIds: [tagged.id] }, { type: 'remove-tag', tag: 'Fair' })).body
      .changed,
  ).toBe(1)
  expect((await change(ada, all, { type: 'add-tag', tag: '\u200b' })).body.code).toBe('SCHEMA_ERROR')
  const [entry] = (await listAuditEntries(phone)).filter(({ action }) => action === 'contacts.changed')
  expect(entry?.details).toMatchObject({ type: 'add-tag', tag: 'Fair', contacts: 1 })
})

/** Guarantee (ZR659): a change of many contacts reaches those alone that its user can see, and gives away none that is private. */
test('ZR659: changes, deletions and exports of many contacts exclude private ones of others and other workspaces', async () => {
  await using workspace = await startWorkspace()
  const { ada, adaUser, grace, graceUser, eve, eveUser } = workspace
  const hidden = await add(grace, {
    name: 'Hidden',
    visibility: 'private',
    phones: [{ typed: '+1 202 555 0142' }],
  })
  const own = await add(ada, { name: 'Own', visibility: 'private', phones: [{ typed: '+1 202 555 0142' }] })
  const shared = await add(ada, { name: 'Shared' })
  const ids = [hidden.id, own.id, shared.id]
  const actions = [
    { type: 'add-tag', tag: 'Mine' },
    { type: 'remove-tag', tag: 'Mine' },
    { type: 'share' },
    { type: 'assign', userId: eveUser.id },
    { type: 'delete' },
  ]
  for (const action of actions) {
    const { body } = await change(eve, { ids }, action)
    expect([body.changed, body.unchanged]).toEqual([0, [{ reason: 'not-found', count: 3, names: [] }]])
    expect((await change(eve, all, action)).body.changed).toBe(0)
  }
  expect((await change(ada, { ids }, { type: 'assign', userId: eveUser.id })).body.code).toBe(
    'CONTACT_OWNER_NOT_FOUND',
  )
  expect((await change(ada, { ids }, { type: 'assign', userId: graceUser.id })).body).toMatchObject({
    changed: 1,
    unchanged: expect.arrayContaining([
      { reason: 'private', count: 1, names: ['Own'] },
      { reason: 'not-found', count: 1, names: [] },
    ]),
  })
  expect((await ada.get(`/contacts/${shared.id}`)).body.ownerUserId).toBe(graceUser.id)
  expect((await change(grace, all, { type: 'share' })).body).toMatchObject({ changed: 1 })
  expect((await change(ada, { ids: [own.id] }, { type: 'share' })).body.unchanged).toEqual([
    { reason: 'number-taken', count: 1, names: ['Own'] },
  ])
  const { body: csv } = await grace.post('/contact-exports', { selection: { ids }, format: 'csv' })
  expect(csv).toMatch(/Hidden/)
  expect(csv).not.toMatch(/Own/)
  const { body: cards } = await ada.post('/contact-exports', {
    selection: { search: '', exceptIds: [shared.id] },
    format: 'vcard',
  })
  expect(cards).toMatch(/FN:Own/)
  expect(cards).not.toMatch(/FN:Shared/)

  // The deletion of a private contact is known to its user alone.
  const { body: deletion } = await change(ada, { ids: [own.id, shared.id] }, { type: 'delete' })
  const about = { kind: 'deletion', contactCount: 1, userId: adaUser.id }
  expect(deletion).toMatchObject({ changed: 2, changes: [about, about] })
  const byName = (name: string) =>
    deletion.changes.find(({ names }: { names: string[] }) => names.includes(name)).id
  for (const api of [grace, eve]) {
    const undo = await api.post(`/contact-changes/${byName('Own')}/undo`, {})
    expect(undo.body.code).toBe('CONTACT_CHANGE_NOT_FOUND')
  }
  expect((await eve.get('/contact-changes')).body.items).toEqual([])
  // Its user cannot hide the deletion of shared contacts behind that of a private one.
  expect((await grace.get('/contact-changes')).body.items).toMatchObject([{ id: byName('Shared') }])
  expect((await grace.post(`/contact-changes/${byName('Shared')}/undo`, {})).body.restored).toBe(1)
})

/** Guarantee (ZR660): a deletion of many contacts can be undone, within the limits of the workspace. */
test('ZR660: deleted contacts are restored as they were, except those of whose numbers another contact has one', async () => {
  await using workspace = await startWorkspace({ maxContactsPerWorkspace: 252 })
  const { ada, grace } = workspace
  const contacts = []
  for (let index = 0; index < 250; index += 1)
    contacts.push(
      await add(index % 2 ? ada : grace, {
        name: `Contact ${String(index).padStart(3, '0')}`,
        phones: [{ typed: `+1202555${1000 + index}` }],
        emails: [{ address: 'office@example.com' }],
      }),
    )
  const { body } = await change(ada, all, { type: 'delete' })
  expect([body.changed, body.changes[0].contactCount, body.changes[0].names.length]).toEqual([250, 250, 3])
  expect((await ada.get('/contacts')).body.total).toBe(0)
  const undo = () => grace.post(`/contact-changes/${body.changes[0].id}/undo`, {})

  const others = [
    await add(ada, { name: 'Hedy', phones: [{ typed: '+12025551000' }] }),
    await add(ada, { name: 'Second' }),
    await add(ada, { name: 'Third' }),
    await add(ada, { name: 'Fourth' }),
  ]
  expect((await undo()).body.code).toBe('CONTACT_LIMIT')
  expect((await ada.get('/contacts')).body.total).toBe(4)
  await ada.delete(`/contacts/${others[3]?.id}`)
  expect((await undo()).body).toEqual({
    restored: 249,
    unchanged: [{ reason: 'number-taken', count: 1, names: ['Contact 000'] }],
  })
  const { items } = (await ada.get('/contacts?limit=500&search=contact')).body
  expect(items).toEqual(contacts.slice(1))
  expect((await ada.get('/contact-duplicates')).body).toMatchObject({ total: 1, counts: { email: 1 } })
})

/** Guarantee (ZR661): changes of many contacts occupy neither the node nor the disk without limit. */
test('ZR661: a selection has a maximum, what undoes deletions has one, and concurrent changes exclude each other', async () => {
  await using workspace = await startWorkspace({ maxContactBytes: 60_000 })
  const { phone, ada, adaUser, grace } = workspace
  const deleteOne = async (name: string) => {
    const contact = await add(ada, { name, notes: 'x'.repeat(15_000) })
    return (await change(ada, { ids: [contact.id] }, { type: 'delete' })).body.changes[0].id
  }
  const deleteAlone = async (name: string) => {
    const contact = await add(ada, { name, notes: 'x'.repeat(15_000) })
    return (await ada.delete(`/contacts/${contact.id}`)).body.change.id
  }
  const listIds = async () =>
    (await ada.get('/contact-changes')).body.items.map(({ id }: { id: string }) => id)
  const changes = [await deleteOne('A'), await deleteOne('B'), await deleteOne('C'), await deleteOne('D')]
  expect(await listIds()).toEqual(changes.slice(1).toReversed())
  changes.push(await deleteAlone('E'))
  expect(await listIds()).toEqual(changes.slice(2).toReversed())

  const contact = await add(ada, { name: 'Race' })
  const responses = await Promise.all(
    [ada, grace, ada, grace].map((api) => change(api, { ids: [contact.id] }, { type: 'delete' })),
  )
  const deleted = responses.reduce((count, { body }) => count + (body.changed ?? 0), 0)
  expect(deleted).toBe(1)
  for (const { status, body } of responses)
    if (status !== 200) expect(body.code).toBe('CONTACT_IMPORT_RUNNING')

  await phone.database.pool.query(
    `insert into phone.contacts (id, workspace_id, owner_user_id, visibility, name, company, role, phones, emails, tags, notes,
        search_text, sort_key, size_bytes, version, created_at, updated_at)
      select gen_random_uuid(), $1, $2, 'shared', 'N', '', '', '[]', '[]', '{}', '', ' n ', 'n', 1, 1, now(), now()
      from generate_series(1, 5001)`,
    [adaUser.teamIds[0], adaUser.id],
  )
  const tooMany = await change(ada, all, { type: 'delete' })
  expect(tooMany.body).toMatchObject({ code: 'CONTACT_SELECTION_TOO_LARGE', details: { limit: 5_000 } })
})

/** Guarantee: the deletion of one contact can be undone, by those who could see it. */
test('ZR609: a contact that was deleted alone returns as it was, and only for those who could see it', async () => {
  await using phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const ada = phone.as(phone.accounts.addUser('Ada', [team]))
  const grace = phone.as(phone.accounts.addUser('Grace', [team]))
  const eve = phone.as(phone.signUp('Eve'))
  const fields = { name: 'Hedy', notes: 'Prefers mornings', phones: [{ typed: '+1 555 0150' }] }
  const { body: shared } = await ada.post('/contacts', fields)
  const { body: own } = await ada.post('/contacts', { name: 'Doctor', visibility: 'private' })

  expect((await eve.delete(`/contacts/${shared.id}`)).status).toBe(404)
  const { body: deletion } = await ada.delete(`/contacts/${shared.id}`)
  const { body: ofOwn } = await ada.delete(`/contacts/${own.id}`)
  expect((await ada.get('/contacts')).body.total).toBe(0)
  for (const api of [grace, eve])
    expect((await api.post(`/contact-changes/${ofOwn.change.id}/undo`, {})).status).toBe(404)
  expect((await eve.post(`/contact-changes/${deletion.change.id}/undo`, {})).status).toBe(404)

  expect((await grace.post(`/contact-changes/${deletion.change.id}/undo`, {})).body.restored).toBe(1)
  expect((await grace.get(`/contacts/${shared.id}`)).body).toEqual(shared)
  expect((await ada.post(`/contact-changes/${ofOwn.change.id}/undo`, {})).body.restored).toBe(1)
  expect((await ada.get(`/contacts/${own.id}`)).body).toEqual(own)
})

/** Guarantee: a deletion can be undone also when one of its contacts has returned otherwise. */
test('ZR723: contacts that the undo of an earlier merge has added are left out of the undo of a deletion', async () => {
  await using workspace = await startWorkspace()
  const { ada } = workspace
  const kept = await add(ada, { name: 'Kept' })
  const removed = await add(ada, { name: 'Removed' })
  const other = await add(ada, { name: 'Other' })
  const fields = ['name', 'company', 'role', 'notes', 'visibility'] as const
  const choices = { ...Object.fromEntries(fields.map((field) => [field, 'kept'])), customValues: {} }
  const toVersion = ({ id, version }: { id: string; version: number }) => ({ id, version })
  const { body: merge } = await ada.post('/contact-merges', {
    kept: toVersion(kept),
    removed: toVersion(removed),
    choices,
  })
  const { body: deletion } = await change(ada, { ids: [kept.id, other.id] }, { type: 'delete' })
  const undo = async (id: string) =>
    (await ada.post(`/contact-changes/${id}/undo`, { discardEdits: true })).body
  expect(await undo(merge.change.id)).toMatchObject({ restored: 2 })

  expect(await undo(deletion.changes[0].id)).toEqual({
    restored: 1,
    unchanged: [{ reason: 'same', count: 1, names: ['Kept'] }],
  })
  expect((await ada.get('/contacts')).body.total).toBe(3)
})

/** Guarantee: nothing of a deleted user returns. */
test('ZR724: the caller IDs of a deleted user do not return with the contacts that others have deleted', async () => {
  await using workspace = await startWorkspace()
  const { phone, ada, graceUser, adaUser } = workspace
  const contact = await add(ada, { name: 'Hedy', phones: [{ typed: '+12025551000' }] })
  const { pool } = phone.database
  for (const { id } of [adaUser, graceUser])
    await pool.query(`insert into phone.caller_id_choices values ($1, $2, $3, null, '+12025550100', now())`, [
      adaUser.teamIds[0],
      id,
      contact.id,
    ])
  const { body: deletion } = await ada.delete(`/contacts/${contact.id}`)

  const event = { type: 'user.deleted', data: { id: graceUser.id, teams: [] } }
  expect(await sendAccountEvent(phone, event)).toBe(204)
  expect((await ada.post(`/contact-changes/${deletion.change.id}/undo`, {})).body.restored).toBe(1)

  const { rows } = await pool.query('select user_id from phone.caller_id_choices')
  expect(rows).toEqual([{ user_id: adaUser.id }])
})
