import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { prices as contract } from '@parley/contract/phone'
import { removeInvisibleCharacters } from '@parley/primitives'
import { CsvError, parse } from 'csv-parse'
import type { Price } from './price-tables.ts'

type PriceProblem = contract.PriceProblem

/** A line of the text, counted from 1, that cannot be used. */
interface LineProblem {
  readonly line: number
  readonly problem: PriceProblem
  /** The text that is wrong. */
  readonly value: string
}

export interface ParsedPriceTable {
  readonly prices: readonly Price[]
  /** In the order of the lines. Empty when the table can be used. */
  readonly problems: readonly LineProblem[]
}

const requiredColumns = ['prefix', 'name', 'price_per_minute'] as const
const optionalColumns = ['increments', 'setup_fee'] as const
const columnNames: readonly string[] = [...requiredColumns, ...optionalColumns]

type Cells = Readonly<Record<string, string>>

const maxRows = 20_000
/** They take about a millisecond. */
const rowsPerTurn = 500
/** Characters of the header. */
const maxHeaderLength = 1_000
const maxNameLength = 100
const maxIncrementSeconds = 3_600
const maxValueLength = 60

/** Parses a price table strictly: each line is correct, or reported. Other work continues in between. */
export async function parsePriceTable(csv: string): Promise<ParsedPriceTable> {
  const lines = await readLines(csv)
  if ('problem' in lines) return { prices: [], problems: [lines] }
  const [header, ...rows] = lines
  const names = (header?.cells ?? []).map((name) => name.trim().toLowerCase())
  const headerProblem = checkHeader(names)
  if (headerProblem) return { prices: [], problems: [headerProblem] }
  if (rows.length === 0) return { prices: [], problems: [{ line: 1, problem: 'no-rows', value: '' }] }

  const prices = new Map<string, Price>()
  const problems: LineProblem[] = []
  for (const [index, { line, cells }] of rows.entries()) {
    if (index % rowsPerTurn === 0) await setImmediate()
    const parsed = parseRow(names, cells)
    if ('problem' in parsed) problems.push({ line, ...parsed })
    else if (prices.has(parsed.prefix))
      problems.push({ line, problem: 'prefix-repeated', value: parsed.prefix })
    else prices.set(parsed.prefix, parsed)
  }
  return { prices: [...prices.values()], problems }
}

interface Line {
  readonly line: number
  readonly cells: readonly string[]
}

/** Splits a text into lines of cells, of which the first is the header. */
async function readLines(csv: string): Promise<readonly Line[] | LineProblem> {
  const firstLine = csv.slice(0, csv.search(/\r|\n|$/))
  if (firstLine.length > maxHeaderLength) return { line: 1, problem: 'unreadable', value: '' }
  const delimiter = [';', '\t'].find((each) => firstLine.includes(each)) ?? ','
  const lines: Line[] = []
  const parser = parse({
    delimiter,
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    on_record: (cells, { lines: line }) => {
      if (lines.length > maxRows) throw new SurplusRowError(line)
      lines.push({ line, cells })
      return null
    },
  })
  parser.resume()
  try {
    await pipeline(toChunks(Buffer.from(csv)), parser)
    return lines
  } catch (error) {
    if (error instanceof SurplusRowError)
      return { line: error.line, problem: 'too-many-rows', value: String(maxRows + 1) }
    if (!(error instanceof CsvError)) throw error
    const line = typeof error.lines === 'number' ? error.lines : 1
    return { line, problem: 'unreadable', value: '' }
  }
}

/** Ends the parsing of a table at the first row that it may not have. */
class SurplusRowError extends Error {
  override readonly name = 'SurplusRowError'
  readonly line: number

  constructor(line: number) {
    super('The table has too many rows.')
    this.line = line
  }
}

/** Rows of the wrong length take 10 microseconds each. */
const chunkBytes = 4 * 1024

/** Returns the parts of a text, between which other work continues. */
async function* toChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    yield bytes.subarray(start, start + chunkBytes)
    await setImmediate()
  }
}

function checkHeader(names: readonly string[]): LineProblem | null {
  const missing = requiredColumns.find((name) => !names.includes(name))
  if (missing) return { line: 1, problem: 'column-missing', value: missing }
  const unknown = names.find((name, index) => !columnNames.includes(name) || names.indexOf(name) < index)
  return unknown === undefined ? null : { line: 1, problem: 'column-unknown', value: cut(unknown) }
}

type RowProblem = Omit<LineProblem, 'line'>

function parseRow(names: readonly string[], cells: readonly string[]): Price | RowProblem {
  if (cells.length !== names.length)
    return { problem: 'wrong-number-of-columns', value: String(cells.length) }
  const row: Cells = Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  const { prefix = '', price_per_minute: price = '', increments, setup_fee: fee } = row
  const name = removeInvisibleCharacters(row.name ?? '')
  const perMinuteMicros = parseAmount(price)
  const setupFeeMicros = fee ? parseAmount(fee) : 0
  const parsedIncrements = parseIncrements(increments || '60/60')

  const wrongName = checkName(name)
  if (!/^\+?[1-9]\d{0,14}$/.test(prefix)) return { problem: 'prefix-wrong', value: cut(prefix) }
  if (wrongName) return { problem: wrongName, value: cut(name) }
  if (perMinuteMicros === null) return { problem: 'price-wrong', value: cut(price) }
  if (parsedIncrements === null) return { problem: 'increments-wrong', value: cut(increments ?? '') }
  if (setupFeeMicros === null) return { problem: 'setup-fee-wrong', value: cut(fee ?? '') }
  return { prefix: prefix.replace('+', ''), name, perMinuteMicros, setupFeeMicros, ...parsedIncrements }
}

function checkName(name: string): PriceProblem | null {
  if (name === '') return 'name-missing'
  if (name.length > maxNameLength) return 'name-too-long'
  // A spreadsheet program would run it when the table is downloaded and opened.
  return /^[=+\-@\t\r]/.test(name) ? 'name-is-formula' : null
}

/** Returns an amount such as `0.0125` or `0,0125` in millionths, or null. */
function parseAmount(text: string): number | null {
  const match = /^(\d{1,4})(?:[.,](\d{1,6}))?$/.exec(text)
  if (!match) return null
  return Number(match[1]) * 1_000_000 + Number((match[2] ?? '').padEnd(6, '0'))
}

function parseIncrements(text: string): Pick<Price, 'firstSeconds' | 'incrementSeconds'> | null {
  const match = /^(\d{1,4})\/(\d{1,4})$/.exec(text)
  const [firstSeconds, incrementSeconds] = [Number(match?.[1]), Number(match?.[2])]
  const isUsable = [firstSeconds, incrementSeconds].every(
    (seconds) => seconds >= 1 && seconds <= maxIncrementSeconds,
  )
  return isUsable ? { firstSeconds, incrementSeconds } : null
}

function cut(text: string): string {
  return text.slice(0, maxValueLength)
}
