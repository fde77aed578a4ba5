import { accessTokenHeader } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import { createImportClient } from '../testing/import-client.ts'
import { startPhone } from '../testing/start-phone.ts'

const createTable = (rows: number) =>
  ['Name,Phone', ...Array.from({ length: rows }, (_, i) => `Contact ${i},+1 202 ${5_000_000 + i}`)].join('\n')

/** Guarantee: a client that disconnects does not occupy the thread that handles all calls. */
test('ZR731: a preview ends when its client has disconnected', async () => {
  await using phone = await startPhone()
  const user = phone.signUp('Ada')
  const ada = createImportClient(phone, user)
  const { body: draft } = await ada.upload(createTable(20_000))
  const path = `/contact-imports/${draft.id}`
  const headers = {
    'content-type': 'application/json',
    [accessTokenHeader]: await phone.accounts.tokenFor(user.id),
  }
  const body = JSON.stringify({
    targets: draft.columns.map(({ target }: { target: object }) => target),
    hasHeader: true,
    visibility: 'private',
    labels: { mobile: '', work: '', home: '', fax: '' },
  })

  for (let sent = 0; sent < 2; sent += 1) {
    const client = new AbortController()
    const url = `${phone.service.url}/api/v1${path}/mapping`
    const response = fetch(url, { method: 'PUT', headers, body, signal: client.signal })
    setTimeout(() => client.abort(), 150)
    await expect(response).rejects.toThrow()
  }
  // Both may still run, and a third one is rejected then.
  const isRead = async () => (await ada.api.get(`${path}/rejected/csv`)).status
  await expect.poll(isRead, { timeout: 60_000, interval: 500 }).toBe(200)

  expect((await ada.api.get(path)).body.visibility).toBe('shared')
})

/** Guarantee: the rows of a file occupy a limited amount of memory. */
test('ZR739: a file with too many numbers and e-mails is rejected with an error that says why', async () => {
  await using phone = await startPhone()
  const ada = createImportClient(phone, phone.signUp('Ada'))
  const addresses = (row: number) =>
    Array.from({ length: 20 }, (_, i) => `${(row * 20 + i).toString(36)}@b.cc`).join(';')
  const table = ['Name,E-mail', ...Array.from({ length: 15_001 }, (_, row) => `x,${addresses(row)}`)]
  const semicolons = table.map((row) => row.replaceAll(/,(.*)/g, ',"$1"')).join('\n')
  const { body: draft } = await ada.upload(semicolons)

  const { status, body } = await ada.preview(draft)
  const failed = await ada.run(draft.id)

  expect([status, body.code, body.details]).toEqual([
    400,
    'CONTACT_FILE_TOO_MANY_ENTRIES',
    { limit: 300_000 },
  ])
  expect([failed.status, failed.failure]).toEqual(['failed', 'CONTACT_FILE_TOO_MANY_ENTRIES'])
}, 60_000)

test('ZR739: an import retains the texts of a contact that the plan has shortened', async () => {
  await using phone = await startPhone()
  const ada = createImportClient(phone, phone.signUp('Ada'))
  const { body: grace } = await ada.api.post('/contacts', {
    name: 'Grace',
    notes: 'Met at the fair',
    phones: [{ typed: '+1 202 555 0142', label: 'Desk' }],
  })

  const { counts } = await ada.importFile('Name,Company,Phone,Notes\nGrace,Navy,+1 202 555 0142,Other')

  expect(counts).toMatchObject({ new: 0, updated: 1 })
  const { company, notes, phones } = (await ada.api.get(`/contacts/${grace.id}`)).body
  expect({ company, notes, phones }).toEqual({ company: 'Navy', notes: grace.notes, phones: grace.phones })
})
