import { type Expression, type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import { accountsSchema } from './schema.ts'
import type { AccountTables } from './tables.ts'

/**
 * A part of a larger statement that inserts a row where a condition holds and nothing where it does not. It is raw, because
 * every sign-in is built of these, and a row has many columns.
 */
export function insertWhere<Table extends keyof AccountTables>(
  table: Table,
  row: Insertable<AccountTables[Table]>,
  condition: Expression<SqlBool>,
): RawBuilder<unknown> {
  // Names of columns are those of the program, which the type above checks.
  const columns = sql.raw(Object.keys(row).join(', '))
  return sql`insert into ${sql.id(accountsSchema, table)} (${columns}) select ${sql.join(Object.values(row))} where ${condition}`
}
