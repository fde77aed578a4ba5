import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { contactImports, PhoneError } from '@parley/contract/phone'
import { CsvError, parse } from 'csv-parse'

/** Characters of a row. A cell whose quotation mark is not closed ends here. */
const maxRowCharacters = 128 * 1024

/**
 * Reads the rows of a table. A row without text is not counted.
 *
 * @param onRow receives the cells and the number of their line
 * @throws {PhoneError} `CONTACT_FILE_UNREADABLE`, `CONTACT_FILE_TOO_MANY_ROWS`, `CONTACT_FILE_TOO_MANY_COLUMNS`
 */
export async function readCsv(
  chunks: AsyncIterable<string>,
  delimiter: string,
  onRow: (cells: readonly string[], line: number) => void,
): Promise<void> {
  let rows = 0
  const parser = parse({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: maxRowCharacters,
    on_record: (cells: readonly string[], { lines: line }) => {
      rows += 1
      // One row more may be the header.
      if (rows > contactImports.maxRows + 1)
        throw new PhoneError('CONTACT_FILE_TOO_MANY_ROWS', { limit: contactImports.maxRows })
      if (cells.length > contactImports.maxColumns)
        throw new PhoneError('CONTACT_FILE_TOO_MANY_COLUMNS', { limit: contactImports.maxColumns })
      onRow(cells, line)
      return null
    },
  })
  parser.resume()
  try {
    await pipeline(Readable.from(chunks, { highWaterMark: 1 }), parser)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error.lines === 'number' ? error.lines : 1
    throw new PhoneError('CONTACT_FILE_UNREADABLE', { line })
  }
}
