import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'

/** They take about a millisecond. */
const rowsPerTurn = 200

/**
 * Returns rows as CSV with a header. Texts that a spreadsheet program would run as a formula are quoted. Other work
 * continues in between.
 */
export async function serializeCsv(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<string> {
  const parts = [stringify([columns])]
  for (let start = 0; start < rows.length; start += rowsPerTurn) {
    await setImmediate()
    parts.push(stringify(rows.slice(start, start + rowsPerTurn), { escape_formulas: true }))
  }
  return parts.join('')
}
