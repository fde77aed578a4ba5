import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'

/** They take about a millisecond. */
const rowsPerTurn = 200

/**
 * The beginning of a formula in a spreadsheet program, at the beginning of a field: also after a semicolon, a tab
 * or a vertical bar, because quotes protect a field only if the program separates at commas. Spaces without a formula
 * match as well, so that they are not read again from each of them.
 */
const possibleStart = /((?:^|[;|\t\r\n])[\s"]*)('*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])?/g
const escapedStart = /((?:^|[;|\t\r\n])[\s"]*)(?:'('*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]))?/g

type Row = readonly unknown[]

/**
 * Returns rows as CSV with a header, in which no text is a formula for any usual separator. Other work continues
 * in between.
 */
export async function serializeCsv(columns: readonly string[], rows: readonly Row[]): Promise<string> {
  const parts: string[] = []
  for await (const part of streamCsv(columns, divide(rows))) parts.push(part)
  return parts.join('')
}

/** Yields the parts of a CSV like that of `serializeCsv`, whose rows are read meanwhile. */
export async function* streamCsv(
  columns: readonly string[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield stringify([columns.map(escapeFormulas)])
  for await (const batch of batches) {
    await setImmediate()
    yield stringify(batch.map((row) => row.map(escapeFormulas)))
  }
}

function* divide(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += rowsPerTurn) yield rows.slice(start, start + rowsPerTurn)
}

function escapeFormulas(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return value.replace(possibleStart, (all, before: string, start?: string) =>
    start === undefined ? all : `${before}'${start}`,
  )
}

/** Returns the text of a field of an exported table: without the apostrophes before formulas. */
export function restoreFormulas(field: string): string {
  return field.replace(escapedStart, (all, before: string, start?: string) =>
    start === undefined ? all : `${before}${start}`,
  )
}
