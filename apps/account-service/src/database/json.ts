import type { ColumnType } from 'kysely'

/** JSON of any kind. Written as text, because the driver takes arrays for arrays of PostgreSQL. */
export type Json = ColumnType<unknown, string | null, string | null>

/** A row as JSON has it: moments are text. */
export type AsJson<Row> = {
  [Column in keyof Row]: Date extends Row[Column] ? Exclude<Row[Column], Date> | string : Row[Column]
}
