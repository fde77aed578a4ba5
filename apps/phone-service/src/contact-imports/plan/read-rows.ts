import type { Services } from '../../services.ts'
import { decodeFile } from '../file/file-format.ts'
import { sampleRows } from '../file/inspect-file.ts'
import { readCsv } from '../file/read-csv.ts'
import { readVcards } from '../file/read-vcards.ts'
import type { StoredImport } from '../records/contact-imports.ts'
import { readFileParts } from '../records/import-parts.ts'
import { type ParsedRow, parseCells, parseVcard } from './parse-row.ts'

interface ReadRows {
  readonly rows: readonly ParsedRow[]
  /** The cells of the first rows of a table, with the header. */
  readonly first: readonly (readonly string[])[]
}

/** Reads the stored file of an import. Other work continues in between. */
export async function readRows(
  { database }: Pick<Services, 'database'>,
  stored: Pick<
    StoredImport,
    'id' | 'encoding' | 'delimiter' | 'hasHeader' | 'columns' | 'labels' | 'visibility'
  >,
  homeCountry: string,
  onRow: (count: number) => void = () => {},
): Promise<ReadRows> {
  const { id, encoding, delimiter, hasHeader, columns, labels, visibility } = stored
  const context = { targets: columns.map(({ target }) => target), labels, visibility, homeCountry }
  const chunks = decodeFile(readFileParts(database, id), encoding)
  const rows: ParsedRow[] = []
  const first: (readonly string[])[] = []
  const add = (row: ParsedRow) => onRow(rows.push(row))
  if (delimiter === null) {
    await readVcards(chunks, (card, line) => add(parseVcard(card, line, context)))
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
