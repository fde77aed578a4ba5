import { isUtf8 } from 'node:buffer'
import { type contactImports, PhoneError } from '@parley/contract/phone'
import { createTurns } from '../../turns.ts'

type ContactImport = contactImports.ContactImport
type Encoding = ContactImport['encoding']

/** Of the decoded text that is inspected to find the format and the delimiter. */
const inspectedBytes = 64 * 1024
/** Small, so that the rows of a chunk are parsed within milliseconds. */
const chunkCharacters = 1_024

/**
 * Returns the encoding of a text file.
 *
 * @throws {PhoneError} `CONTACT_FILE_NOT_UNDERSTOOD` for a file that is not text, such as a spreadsheet or an archive
 */
export function findEncoding(file: Buffer): Encoding {
  const [first, second] = file
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (file.includes(0) || file.subarray(0, 2).equals(Buffer.from('PK')))
    throw new PhoneError('CONTACT_FILE_NOT_UNDERSTOOD')
  return isUtf8(file) ? 'utf-8' : 'windows-1252'
}

/** Returns the beginning of a file as text. */
export function readBeginning(file: Buffer, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(file.subarray(0, inspectedBytes), { stream: true })
}

export function findFormat(beginning: string): ContactImport['format'] {
  return /^\s*BEGIN:VCARD\s/i.test(beginning) ? 'vcard' : 'csv'
}

/**
 * Decodes a file in small chunks, between which other work continues, until `signal` is aborted.
 *
 * @throws {PhoneError} `CONTACT_FILE_NOT_UNDERSTOOD` for text that contains NUL
 */
export async function* decodeFile(
  parts: AsyncIterable<Buffer> | Iterable<Buffer>,
  encoding: Encoding,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  const takeTurn = createTurns(signal)
  const pieceBytes = chunkCharacters * (encoding.startsWith('utf-16') ? 2 : 1)
  for await (const part of parts)
    for (let start = 0; start < part.length; start += pieceBytes) {
      await takeTurn()
      const text = decoder.decode(part.subarray(start, start + pieceBytes), { stream: true })
      if (text.includes('\0')) throw new PhoneError('CONTACT_FILE_NOT_UNDERSTOOD')
      yield text
    }
  yield decoder.decode()
}

const delimiters = [',', ';', '\t', '|'] as const
const inspectedLines = 20

/** Returns the delimiter that divides the first lines of a table most evenly. */
export function findDelimiter(beginning: string): (typeof delimiters)[number] {
  const lines = splitLines(beginning)
  const rated = delimiters.map((delimiter) => {
    const [first = 0, ...others] = lines.map((line) => countOutsideQuotes(line, delimiter))
    const equal = first === 0 ? 0 : 1 + others.filter((count) => count === first).length
    return { delimiter, equal, first }
  })
  const [best] = rated.toSorted((a, b) => b.equal - a.equal || b.first - a.first)
  return best?.delimiter ?? ','
}

/** Returns the first lines that are not empty. A line break in a quoted cell does not end a line. */
function splitLines(text: string): string[] {
  const lines = text.match(/(?:"(?:[^"]|"")*"|[^\r\n"]|"(?![\s\S]*"))+/g) ?? []
  return lines.slice(0, inspectedLines)
}

function countOutsideQuotes(line: string, delimiter: string): number {
  return line.replace(/"(?:[^"]|"")*"/g, '').split(delimiter).length - 1
}
