import type { ColumnType } from 'kysely'

/** A JSON column. Written as text, because the driver converts arrays to PostgreSQL arrays. */
export type Json = ColumnType<unknown, string | null, string | null>

/** A row converted to JSON: dates are text. */
export type AsJson<Row> = {
  [Column in keyof Row]: Date extends Row[Column] ? Exclude<Row[Column], Date> | string : Row[Column]
}
