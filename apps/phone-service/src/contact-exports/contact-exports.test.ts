import { compareText, required, seededRandom } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import { createImportClient } from '../testing/import-client.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'

const numbers = (index: number) =>
  `+1 202 55${Math.floor(index / 10_000) + 5} ${String(index % 10_000).padStart(4, '0')}`

/** Parts of texts that formats of tables and vCards treat in a special way. */
const parts = [
  'a',
  'Zoë',
  '語',
  '=1+1',
  "'=2",
  "''@x",
  '-',
  '+',
  '"',
  '""',
  ',',
  ';',
  '|',
  ':',
  '\\',
  '\\n',
  ':::',
  ' ',
  'x'.repeat(80),
  '😀',
  '\u00e4'.repeat(50),
]

function createContacts(count: number, seed: number) {
  const random = seededRandom(seed)
  function pick<T>(items: readonly T[]): T {
    return required(items[Math.floor(random() * items.length)], 'an item')
  }
  function list<T>(max: number, create: (index: number) => T): T[] {
    return Array.from({ length: Math.floor(random() * (max + 1)) }, (_, index) => create(index))
  }
  const text = (max: number, more: readonly string[] = []) =>
    list(6, () => pick([...parts, ...more]))
      .join('')
      .trim()
      .slice(0, max)
      .trim()
  return Array.from({ length: count }, (_, contact) => ({
    name: `${text(100)}${contact}`,
    company: text(100),
    role: text(100),
    phones: list(3, (index) => ({
      typed: `${numbers(contact * 10 + index)}${random() < 0.3 ? ' ext 12' : ''}`,
      label: text(40),
    })),
    emails: list(2, (index) => ({ address: `user.${contact}+${index}@example.com`, label: text(40) })),
    tags: [...new Set(list(3, () => text(40)).filter((tag) => tag !== ''))],
    notes: text(400, ['\n', '\n=3', '\n ', '\t']),
    visibility: pick(['shared', 'private'] as const),
  }))
}

interface ExportedContact {
  readonly name: string
  readonly company: string
  readonly role: string
  readonly phones: readonly { number: string; extension: string | null; label: string }[]
  readonly emails: readonly object[]
  readonly tags: readonly string[]
  readonly notes: string
}

/** Returns the part of a contact that an export and an import retain. */
function toComparable({ name, company, role, phones, emails, tags, notes }: ExportedContact) {
  const numbers = phones.map(({ number, extension, label }) => ({ number, extension, label }))
  return { name, company, role, phones: numbers, emails, tags, notes }
}

async function exportFrom(
  phone: TestPhone,
  user: Parameters<TestPhone['as']>[0],
  path: string,
): Promise<string> {
  const { status, body } = await phone.as(user).get(`/contact-exports/${path}`)
  expect(status).toBe(200)
  return body
}

/** Guarantee: a workspace can take its contacts away, and get them back. */
describe('ZR621: contacts that are exported and imported into an empty workspace are the same', () => {
  test.each(['csv', 'vcard'])('as %s', async (format) => {
    await using phone = await startPhone()
    const user = phone.signUp('Ada')
    const ada = createImportClient(phone, user)
    for (const contact of createContacts(60, Number(process.env.PARLEY_FUZZ_SEED ?? 7))) {
      const { status, body } = await ada.api.post('/contacts', contact)
      expect(status, JSON.stringify(body)).toBe(201)
    }
    const file = await exportFrom(phone, user, format)
    const grace = createImportClient(phone, phone.signUp('Grace'))

    const done = await grace.importFile(file)

    expect(done.counts).toEqual({ new: 60, updated: 0, same: 0, rejected: 0 })
    // Contacts with the same words in their names have no order.
    const list = async (client: typeof ada) =>
      (await client.listContacts())
        .map(toComparable)
        .toSorted((a: { name: string }, b: { name: string }) => compareText(a.name, b.name))
    expect(await list(grace)).toEqual(await list(ada))
    const again = await ada.importFile(file)
    expect(again.counts).toEqual({ new: 0, updated: 0, same: 60, rejected: 0 })
  })
})

test('ZR622: an export contains the contacts that the user can see, or those of a search, and no formula', async () => {
  await using phone = await startPhone()
  const user = phone.signUp('Ada')
  const [bakery = ''] = user.teamIds
  const grace = phone.accounts.addUser('Grace', [bakery])
  const ada = phone.as(user)
  await ada.post('/contacts', {
    name: '=HYPERLINK("x")',
    phones: [{ typed: '+1 202 555 0142', label: 'Work' }],
  })
  await ada.post('/contacts', { name: 'Hedy', visibility: 'private' })
  await phone.as(grace).post('/contacts', { name: 'Doctor', visibility: 'private' })

  expect(await exportFrom(phone, user, 'csv')).toBe(
    `Name,Company,Role,Phone 1,Phone 1 label,Tags,Notes\nHedy,,,,,,\n"'=HYPERLINK(""x"")",,,'+12025550142,Work,,\n`,
  )
  expect(await exportFrom(phone, user, 'vcard?search=hedy')).toBe(
    'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Hedy\r\nEND:VCARD\r\n',
  )
  const { headers } = await ada.get('/contact-exports/vcard')
  expect(headers.get('content-type')).toBe('text/vcard; charset=utf-8')
})

test('ZR622: lines of vCards have 75 bytes at most', async () => {
  await using phone = await startPhone()
  const user = phone.signUp('Ada')
  await phone.as(user).post('/contacts', { name: 'Zoë', notes: '語😀ä'.repeat(100) })

  const card = await exportFrom(phone, user, 'vcard')

  expect(Math.max(...card.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
})

test('ZR485: a user has one export at a time, until its response has been sent', async () => {
  await using phone = await startPhone()
  const user = phone.signUp('Ada')
  const read = async () => (await phone.as(user).get('/contact-exports/csv')).status

  for (let count = 0; count < 3; count += 1) expect(await read()).toBe(200)
  const statuses = await Promise.all([read(), read(), read(), read(), read(), read()])

  expect(statuses).toContain(200)
  expect(await read()).toBe(200)
})
