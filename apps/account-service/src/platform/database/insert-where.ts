import { type Expression, type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import { accountsSchema } from './schema.ts'
import type { AccountTables } from './tables.ts'

/**
 * SQL fragment that inserts a row if a condition holds. Raw SQL, because it is on the path of every sign-in
 * and rows have many columns.
 */
export function insertWhere<Table extends keyof AccountTables>(
  table: Table,
  row: Insertable<AccountTables[Table]>,
  condition: Expression<SqlBool>,
): RawBuilder<unknown> {
  // Column names come from the code; the type above checks them.
  const columns = sql.raw(Object.keys(row).join(', '))
  return sql`insert into ${sql.id(accountsSchema, table)} (${columns}) select ${sql.join(Object.values(row))} where ${condition}`
}
