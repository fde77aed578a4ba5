import { JsonText } from '@parley/server'
import { type ColumnType, sql } from 'kysely'

/** A JSON column. Written as text, because the driver converts arrays to PostgreSQL arrays. */
export type Json = ColumnType<unknown, string | null, string | null>

/** A row converted to JSON: dates are text. */
export type AsJson<Row> = {
  [Column in keyof Row]: Date extends Row[Column] ? Exclude<Row[Column], Date> | string : Row[Column]
}

/** Selects JSON columns as text, which `toJsonTexts` converts, for lists that are sent without being read. */
export function selectJsonTexts<Column extends string>(columns: readonly Column[]) {
  return columns.map((column) => sql<string | null>`${sql.ref(column)}::text`.as(column))
}

/** Returns the JSON columns of a row that were selected as text. */
export function toJsonTexts<Column extends string>(
  row: { readonly [Each in Column]?: string | null },
  columns: readonly Column[],
): { [Each in Column]?: JsonText | null } {
  const texts: { [Each in Column]?: JsonText | null } = {}
  for (const column of columns) {
    const text: string | null | undefined = row[column]
    texts[column] = typeof text === 'string' ? new JsonText(text) : text
  }
  return texts
}
