import { describe, expect, test } from 'vitest'
import { decodeFile } from './file/file-format.ts'
import { inspectFile } from './file/inspect-file.ts'
import { readVcards } from './file/read-vcards.ts'
import { type ParsedRow, parseVcard, type RowContext } from './plan/parse-row.ts'

const row = (index: number) => `Name ${index},+1 202 555 ${String(1000 + (index % 9000))}\r\n`
const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n')

/** Guarantee: a file that cannot be imported is rejected with an error that says why. */
describe('ZR610: a hostile file is rejected', () => {
  test.each<[string, string | Buffer, string]>([
    ['an archive, such as a spreadsheet', Buffer.from('PK\x03\x04 and more'), 'CONTACT_FILE_NOT_UNDERSTOOD'],
    ['text with NUL', 'name\nGr\0ace', 'CONTACT_FILE_NOT_UNDERSTOOD'],
    ['UTF-16 with NUL', Buffer.from('\ufeffname\nGr\0ace', 'utf16le'), 'CONTACT_FILE_NOT_UNDERSTOOD'],
    [
      'UTF-16 without a byte order mark',
      Buffer.from('name\nGrace', 'utf16le'),
      'CONTACT_FILE_NOT_UNDERSTOOD',
    ],
    ['an empty file', '', 'CONTACT_FILE_EMPTY'],
    ['a header alone', 'Name,Phone', 'CONTACT_FILE_EMPTY'],
    ['rows without text', ' \n,,,\n\n', 'CONTACT_FILE_EMPTY'],
    ['a hundred thousand columns', 'a,'.repeat(60_000), 'CONTACT_FILE_TOO_MANY_COLUMNS'],
    ['a row of megabytes', `name\n${'x'.repeat(3_000_000)}`, 'CONTACT_FILE_UNREADABLE'],
    [
      'a quotation mark that is not closed',
      `name\n"Grace\n${row(1).repeat(50_000)}`,
      'CONTACT_FILE_UNREADABLE',
    ],
    ['a short quotation mark that is not closed', 'name\n"Grace', 'CONTACT_FILE_UNREADABLE'],
    ['too many rows', 'x\n'.repeat(100_002), 'CONTACT_FILE_TOO_MANY_ROWS'],
    ['too many cards', card('FN:x').repeat(100_001), 'CONTACT_FILE_TOO_MANY_ROWS'],
  ])('%s', async (_, file, code) => {
    await expect(inspectFile(Buffer.from(file))).rejects.toMatchObject({ code })
  })
})

describe('ZR611: other work continues while a file is read', () => {
  test.each<[string, Buffer]>([
    ['many rows', Buffer.from(Array.from({ length: 60_000 }, (_, index) => row(index)).join(''))],
    ['invalid UTF-8', Buffer.alloc(1_000_000, Buffer.from([0xc3, 0x28, 0x2c, 0x0a]))],
    ['a card with a photo in one line', Buffer.from(card('FN:Grace', `PHOTO:${'A'.repeat(4_000_000)}`))],
    ['a card of folded lines', Buffer.from(card(`NOTE:${'x\r\n '.repeat(500_000)}`))],
    ['cards within cards', Buffer.from(`${'BEGIN:VCARD\r\nFN:x\r\n'.repeat(100_000)}`)],
    ['cards with many parameters', Buffer.from(card('FN:x', `TEL${';TYPE="a"'.repeat(5_000)}:1`).repeat(40))],
  ])('%s', async (_, file) => {
    let turns = 0
    const work = () => {
      turns += 1
      pending = setImmediate(work)
    }
    let pending = setImmediate(work)
    const startedAt = performance.now()

    await inspectFile(file).catch(() => {})
    clearImmediate(pending)

    // One turn lasts 5 ms, and a step may take longer than its turn.
    expect(turns).toBeGreaterThan((performance.now() - startedAt) / 50)
  })
})

const context: RowContext = {
  targets: [],
  labels: { mobile: '', work: '', home: '', fax: '' },
  visibility: 'shared',
  homeCountry: 'US',
  customFields: [],
}

async function parseCard(lines: readonly string[]): Promise<ParsedRow | undefined> {
  const rows: ParsedRow[] = []
  await readVcards(decodeFile([Buffer.from(card(...lines))], 'utf-8'), (read, line) => {
    rows.push(parseVcard(read, line, context))
  })
  return rows[0]
}

/** Returns the processor time of parsing a card several times. */
async function measureCpu(lines: readonly string[], times: number): Promise<number> {
  const before = process.threadCpuUsage()
  for (let run = 0; run < times; run += 1) await parseCard(lines)
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

const ordinaryCard = [
  'FN:Grace',
  `NOTE:${'word '.repeat(4_000)}`,
  ...Array.from({ length: 20 }, (_, i) => `TEL;TYPE=work:+1 202 555 ${1000 + i}`),
  ...Array.from({ length: 20 }, (_, i) => `EMAIL;TYPE=work:grace${i}@example.com`),
]

/** Guarantee: no card of 96 KiB delays the calls of others. */
describe('ZR730: a hostile card takes little more time than an ordinary one', () => {
  test.each<[string, readonly string[], string]>([
    ['numbers without text', Array(18_000).fill('TEL:'), 'vcard-not-understood'],
    ['numbers of a group', [...Array(11_000).fill('a.TEL:'), 'b.X-ABLABEL:x'], 'vcard-not-understood'],
    ['e-mails without text', Array(13_000).fill('EMAIL:'), 'vcard-not-understood'],
    ['labels', Array.from({ length: 4_000 }, (_, i) => `g${i}.X-ABLABEL:x`), 'vcard-not-understood'],
    ['parameters', [`TEL${';a=b'.repeat(11_000)}:1`], 'vcard-not-understood'],
    ['types', [`TEL;TYPE=${'a,'.repeat(20_000)}b:1`], 'vcard-not-understood'],
    ['categories without text', [`CATEGORIES:${','.repeat(48_000)}`], 'vcard-not-understood'],
    ['parts of a name', [`N:${';'.repeat(48_000)}`], 'vcard-not-understood'],
    ['a few hundred numbers', Array(380).fill('TEL:1'), 'too-long'],
  ])('%s', async (_, lines, reason) => {
    expect(await parseCard(['FN:x', ...lines])).toMatchObject({ reason })
    expect(await parseCard(ordinaryCard)).toMatchObject({ fields: { name: 'Grace' } })

    const ordinary = await measureCpu(ordinaryCard, 50)
    expect(await measureCpu(['FN:x', ...lines], 2)).toBeLessThan(ordinary)
  })
})

test('encodings and delimiters are found', async () => {
  const inspect = async (file: Buffer) => {
    const { encoding, delimiter, hasHeader, columns, rowCount } = await inspectFile(file)
    return [encoding, delimiter, hasHeader, columns[0]?.name, rowCount]
  }
  const tabs = '\ufeffPrénom\tNom\r\nZoë\tMüller'
  const swapped = Buffer.from(tabs, 'utf16le').swap16()
  expect(await inspect(Buffer.from(tabs))).toEqual(['utf-8', '\t', true, 'Prénom', 1])
  expect(await inspect(Buffer.from(tabs, 'utf16le'))).toEqual(['utf-16le', '\t', true, 'Prénom', 1])
  expect(await inspect(swapped)).toEqual(['utf-16be', '\t', true, 'Prénom', 1])
  expect(await inspect(Buffer.from('Name|Tel\rZo\xeb|030 1', 'latin1'))).toEqual([
    'windows-1252',
    '|',
    true,
    'Name',
    1,
  ])
  expect(await inspect(Buffer.from('"Müller; Zoë",030 2345678\nx,1'))).toEqual(['utf-8', ',', false, '', 2])
  expect(await inspect(Buffer.from('Grace\nHedy'))).toEqual(['utf-8', ',', false, '', 2])
})

test.each([
  [
    'English',
    'First Name,Last Name,Organization Name,Job Title,Phone 1 - Type,Phone 1 - Value,E-mail 1 - Value,Labels,Notes,Birthday',
  ],
  [
    'German',
    'Vorname,Name,Firma,Position,Bezeichnung Telefon,Telefon geschäftlich,E-Mail-Adresse,Kategorien,Notizen,Geburtstag',
  ],
  [
    'Spanish',
    'Nombre,Apellidos,Empresa,Cargo,Tipo de teléfono,Teléfono,Correo electrónico,Etiquetas,Comentarios,Cumpleaños',
  ],
  [
    'French',
    'Prénom,Nom,Société,Fonction,Type de téléphone,Téléphone,Courriel,Catégories,Remarques,Anniversaire',
  ],
])('columns with %s headers are recognized', async (_, header) => {
  const { columns } = await inspectFile(Buffer.from(`${header}\na,b,c,d,e,1,f,g,h,i`))

  expect(columns.map(({ target }) => target.field)).toEqual([
    'first-name',
    'last-name',
    'company',
    'role',
    'phone-label',
    'phone',
    'email',
    'tags',
    'notes',
    'none',
  ])
})

test('columns without a known header are recognized by their values', async () => {
  const { columns } = await inspectFile(
    Buffer.from('A,B,C\n030 2345678,grace@example.com,4187\n,hedy@example.com,1'),
  )

  expect(columns.map(({ target, reason }) => [target.field, reason])).toEqual([
    ['phone', 'digits'],
    ['email', 'at-sign'],
    ['none', 'none'],
  ])
})
