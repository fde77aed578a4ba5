import { contactImports, PhoneError } from '@parley/contract/phone'
import ICAL from 'ical.js'

/** A property of a vCard. */
export interface VcardProperty {
  readonly name: string
  readonly group: string
  /** In lower case. */
  readonly types: readonly string[]
  /** Several for lists; components of structured values. */
  readonly values: readonly (string | readonly string[])[]
}

/** A vCard, or null when it cannot be read. */
export type Vcard = readonly VcardProperty[] | null

/** Others, such as photos, are not even unfolded. */
const readProperties = [
  'VERSION',
  'FN',
  'N',
  'ORG',
  'TITLE',
  'ROLE',
  'TEL',
  'EMAIL',
  'NOTE',
  'CATEGORIES',
  'X-ABLABEL',
]
/** Their value is one text, in which a semicolon may be escaped. */
const singleTexts = ['FN', 'TITLE', 'ROLE', 'TEL', 'EMAIL', 'NOTE', 'X-ABLABEL']
/** Characters of an unfolded line. Notes have 20,000 at most. */
const maxLineCharacters = 48 * 1024
/** Of a line of another property, with its parameters. The parser takes long for many short ones. */
const maxShortLineCharacters = 8 * 1024
const maxCardCharacters = 96 * 1024
/** More than twice as many as those of a contact with all numbers, e-mails and custom fields, each with a label. */
const maxCardProperties = 400

/**
 * Reads vCards.
 *
 * @param onCard receives a card and the number of its first line
 * @param customNames the names of properties that are read besides the standard ones
 * @throws {PhoneError} `CONTACT_FILE_TOO_MANY_ROWS`
 */
export async function readVcards(
  chunks: AsyncIterable<string>,
  onCard: (card: Vcard, line: number) => void,
  customNames: readonly string[] = [],
): Promise<void> {
  let cards = 0
  const reader = new CardReader((card, line) => {
    cards += 1
    if (cards > contactImports.maxRows)
      throw new PhoneError('CONTACT_FILE_TOO_MANY_ROWS', { limit: contactImports.maxRows })
    onCard(card, line)
  }, customNames)
  let rest = ''
  let isCut = false
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      reader.readLine(isCut ? null : line)
      isCut = false
    }
    // The rest of a very long line, such as a photo that is not folded, is read without being stored.
    if (rest.length > maxLineCharacters) {
      if (!isCut) reader.readLine(rest.slice(0, maxLineCharacters), 'continues')
      isCut = true
      rest = rest.endsWith('\r') ? '\r' : ''
    }
  }
  if (!isCut && rest !== '') reader.readLine(rest.replace(/\r$/, ''))
  reader.end()
}

/** Collects the lines of cards. */
class CardReader {
  readonly #onCard: (card: Vcard, line: number) => void
  readonly #names: ReadonlySet<string>
  #lineNumber = 0
  #startLine = 0
  /** Cards that are open. A card within another one cannot be read. */
  #depth = 0
  #isBroken = false
  #lines: string[] = []
  /** The line that may be continued; null while a property that is not read is skipped. */
  #line: string | null = null
  #maxLineCharacters = 0
  #characters = 0

  constructor(onCard: (card: Vcard, line: number) => void, customNames: readonly string[]) {
    this.#onCard = onCard
    this.#names = new Set([...readProperties, ...customNames])
  }

  /** Reads a line: its beginning if it `continues`, and null for the end of such a line. */
  readLine(line: string | null, part?: 'continues'): void {
    if (part !== 'continues') this.#lineNumber += 1
    if (line === null) return
    if (/^[ \t]/.test(line)) this.#append(line.slice(1))
    else if (/^BEGIN:VCARD\s*$/i.test(line)) this.#begin()
    else if (/^END:VCARD\s*$/i.test(line)) this.#endCard()
    else if (this.#depth === 1) this.#startProperty(line)
    // It may continue for megabytes.
    if (part === 'continues' && this.#line !== null) this.#isBroken = true
  }

  end(): void {
    if (this.#depth === 0) return
    this.#isBroken = true
    this.#depth = 1
    this.#endCard()
  }

  #begin(): void {
    this.#depth += 1
    if (this.#depth > 1) {
      this.#isBroken = true
      return
    }
    this.#startLine = this.#lineNumber
    this.#isBroken = false
    this.#lines = []
    this.#line = null
    this.#characters = 0
  }

  #startProperty(line: string): void {
    this.#finishLine()
    const name = /^(?:[\w-]+\.)?([\w-]+)/.exec(line)?.[1]?.toUpperCase() ?? ''
    this.#line = this.#names.has(name) ? '' : null
    this.#maxLineCharacters = name === 'NOTE' ? maxLineCharacters : maxShortLineCharacters
    this.#append(line)
  }

  #append(text: string): void {
    if (this.#line === null) return
    this.#characters += text.length
    if (
      this.#characters > maxCardCharacters ||
      this.#line.length + text.length > this.#maxLineCharacters ||
      this.#lines.length === maxCardProperties
    ) {
      this.#isBroken = true
      this.#line = null
    } else this.#line += text
  }

  #finishLine(): void {
    if (this.#line !== null) this.#lines.push(this.#line)
    this.#line = null
  }

  #endCard(): void {
    if (this.#depth === 0) return
    this.#depth -= 1
    if (this.#depth > 0) return
    this.#finishLine()
    this.#onCard(this.#isBroken ? null : parseCard(this.#lines), this.#startLine)
    this.#lines = []
  }
}

function parseCard(lines: readonly string[]): Vcard {
  const text = ['BEGIN:VCARD', ...lines.map(unescapeSemicolons), 'END:VCARD'].join('\r\n')
  try {
    const [, parsed]: [string, unknown[]] = ICAL.parse(text)
    const properties = parsed.map(toProperty)
    const version = properties.find(({ name }) => name === 'VERSION')?.values[0]
    return version === '3.0' || version === '4.0' ? properties : null
  } catch {
    return null
  }
}

/** The parser leaves an escaped semicolon as it is, and does not divide these values at one. */
function unescapeSemicolons(line: string): string {
  const name = /^(?:[\w-]+\.)?([\w-]+)/.exec(line)?.[1]?.toUpperCase() ?? ''
  if (!singleTexts.includes(name)) return line
  return line.replace(/\\(.)/g, (all, character: string) => (character === ';' ? ';' : all))
}

type ParsedProperty = [string, { type?: string | string[]; group?: string }, string, ...unknown[]]

function toProperty(parsed: unknown): VcardProperty {
  const [name, { type = [], group = '' }, , ...values] = parsed as ParsedProperty
  return {
    name: name.toUpperCase(),
    group: group.toLowerCase(),
    types: [type].flat().map((each) => each.toLowerCase()),
    values: values.map((value) => (Array.isArray(value) ? value.flat().map(String) : String(value))),
  }
}
