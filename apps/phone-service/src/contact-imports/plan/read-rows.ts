import { findHomeCountry, listActiveFields } from '../../contacts/index.ts'
import type { Services } from '../../services.ts'
import { decodeFile } from '../file/file-format.ts'
import { sampleRows } from '../file/inspect-file.ts'
import { readCsv } from '../file/read-csv.ts'
import { readVcards } from '../file/read-vcards.ts'
import type { StoredImport } from '../records/contact-imports.ts'
import { readFileParts } from '../records/import-parts.ts'
import { createEntryCount } from './count-entries.ts'
import { type ParsedRow, parseCells, parseVcard, type RowContext } from './parse-row.ts'

interface ReadRows {
  readonly rows: readonly ParsedRow[]
  /** The cells of the first rows of a table, with the header. */
  readonly first: readonly (readonly string[])[]
}

/** Returns the part of the context of rows that all imports of a workspace share. */
export async function findRowContext(
  services: Pick<Services, 'database' | 'settings'>,
  workspaceId: string,
): Promise<Pick<RowContext, 'homeCountry' | 'customFields'>> {
  const [homeCountry, customFields] = await Promise.all([
    findHomeCountry(services, workspaceId),
    listActiveFields(services.database, workspaceId),
  ])
  return { homeCountry, customFields }
}

interface Reading {
  readonly signal: AbortSignal
  /** Receives the number of rows that have been read. */
  onRow?(count: number): void
}

/**
 * Reads the stored file of an import, until `signal` is aborted. Other work continues in between.
 *
 * @throws {PhoneError} `CONTACT_FILE_TOO_MANY_ENTRIES`
 */
export async function readRows(
  { database }: Pick<Services, 'database'>,
  stored: Pick<
    StoredImport,
    'id' | 'encoding' | 'delimiter' | 'hasHeader' | 'columns' | 'labels' | 'visibility'
  >,
  { homeCountry, customFields }: Pick<RowContext, 'homeCountry' | 'customFields'>,
  { signal, onRow }: Reading,
): Promise<ReadRows> {
  const { id, encoding, delimiter, hasHeader, columns, labels, visibility } = stored
  const context = {
    targets: columns.map(({ target }) => target),
    labels,
    visibility,
    homeCountry,
    customFields,
  }
  const chunks = decodeFile(readFileParts(database, id), encoding, signal)
  const rows: ParsedRow[] = []
  const first: (readonly string[])[] = []
  const countEntries = createEntryCount()
  const add = (row: ParsedRow) => {
    if ('fields' in row) countEntries(row.fields)
    rows.push(row)
    onRow?.(rows.length)
  }
  if (delimiter === null) {
    const customNames = customFields.map(({ key }) => `X-${key.toUpperCase()}`)
    await readVcards(chunks, (card, line) => add(parseVcard(card, line, context)), customNames)
    return { rows, first }
  }
  let isHeader = hasHeader
  await readCsv(chunks, delimiter, (cells, line) => {
    if (first.length < sampleRows) first.push(cells)
    if (isHeader) isHeader = false
    else add(parseCells(cells, line, context))
  })
  return { rows, first }
}
