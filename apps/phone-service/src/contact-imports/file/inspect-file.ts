import { type contactImports, PhoneError } from '@parley/contract/phone'
import type { StoredField } from '../../contacts/index.ts'
import { restoreFormulas } from '../../csv/index.ts'
import type { ImportedFile } from '../records/contact-imports.ts'
import { decodeFile, findDelimiter, findEncoding, findFormat, readBeginning } from './file-format.ts'
import { readCsv } from './read-csv.ts'
import { readVcards } from './read-vcards.ts'
import { findHeader, suggestColumns } from './suggest-columns.ts'

type ContactImport = contactImports.ContactImport

/** Rows from which columns are suggested. */
export const sampleRows = 21

interface InspectedFile
  extends Pick<ImportedFile, 'format' | 'encoding' | 'delimiter'>,
    Pick<ContactImport, 'hasHeader' | 'columns'> {
  readonly rowCount: number
}

/**
 * Reads an uploaded file completely, so that a file that can be imported has been read once without an error.
 *
 * @throws {PhoneError} `CONTACT_FILE_NOT_UNDERSTOOD`, `CONTACT_FILE_UNREADABLE`, `CONTACT_FILE_EMPTY`,
 * `CONTACT_FILE_TOO_MANY_ROWS`, `CONTACT_FILE_TOO_MANY_COLUMNS`
 */
export async function inspectFile(
  file: Buffer,
  customFields: readonly StoredField[] = [],
  signal?: AbortSignal,
): Promise<InspectedFile> {
  const encoding = findEncoding(file)
  const beginning = readBeginning(file, encoding)
  const format = findFormat(beginning)
  const chunks = decodeFile([file], encoding, signal)
  let rowCount = 0
  if (format === 'vcard') {
    await readVcards(chunks, () => {
      rowCount += 1
    })
    return { format, encoding, delimiter: null, hasHeader: false, rowCount, columns: [] }
  }
  const delimiter = findDelimiter(beginning)
  const first: (readonly string[])[] = []
  await readCsv(chunks, delimiter, (cells) => {
    rowCount += 1
    if (first.length < sampleRows) first.push(cells.map(restoreFormulas))
  })
  const hasHeader = findHeader(first)
  if (hasHeader) rowCount -= 1
  if (rowCount === 0) throw new PhoneError('CONTACT_FILE_EMPTY')
  return {
    format,
    encoding,
    delimiter,
    hasHeader,
    rowCount,
    columns: suggestColumns(first, hasHeader, customFields),
  }
}
