import { stringify } from 'csv-stringify/sync'

/**
 * The beginning of a formula for a spreadsheet program, at the beginning of a field: also after a
 * semicolon, a tab or a vertical bar, because quotes protect a field only if the program separates at commas.
 */
const formulaStart = /(^|[;|\t\r\n])([\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/** Returns rows as CSV with a header, in which no text is a formula for any usual separator. */
export function toCsv(
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  return stringify(
    rows.map((row) =>
      row.map((value) => (typeof value === 'string' ? value.replace(formulaStart, "$1$2'") : value)),
    ),
    { header: true, columns: [...columns] },
  )
}
