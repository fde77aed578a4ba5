import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/** Amounts are in millionths of the currency unit. */
export interface Price {
  /** Digits of E.164, without the plus sign. */
  readonly prefix: string
  readonly name: string
  readonly perMinuteMicros: number
  readonly setupFeeMicros: number
  readonly firstSeconds: number
  readonly incrementSeconds: number
}

/** The price of a call, which does not change while it runs. */
export interface CallPrice extends Omit<Price, 'prefix' | 'name'> {
  readonly currency: string
}

export interface PriceTable {
  readonly currency: string
  readonly rowCount: number
  readonly updatedAt: Date
}

/** Their statement is built in about 2 ms. */
const rowsPerInsert = 1_000

const tableColumns = ['currency', 'row_count as rowCount', 'updated_at as updatedAt'] as const

export async function findPriceTable(database: Database, workspaceId: string): Promise<PriceTable | null> {
  const row = await database
    .selectFrom('price_tables')
    .select(tableColumns)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ?? null
}

/** Returns all prices of a workspace by prefix. */
export async function listPrices(database: Database, workspaceId: string): Promise<Price[]> {
  const rows = await database
    .selectFrom('prices')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .orderBy('prefix')
    .execute()
  return rows.map(toPrice)
}

/** Returns the price with the longest prefix of a number, or null when none matches. */
export async function findPrice(
  database: Database,
  workspaceId: string,
  number: string,
): Promise<(Price & CallPrice) | null> {
  if (!number.startsWith('+')) return null
  const digits = number.slice(1)
  const row = await database
    .selectFrom('prices')
    .innerJoin('price_tables', 'price_tables.workspace_id', 'prices.workspace_id')
    .select([...columns, 'currency'])
    .where('prices.workspace_id', '=', workspaceId)
    .where(
      'prefix',
      'in',
      Array.from(digits, (_, index) => digits.slice(0, index + 1)),
    )
    .orderBy((order) => order.fn('length', ['prefix']), 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...toPrice(row), currency: row.currency } : null
}

/**
 * Replaces the price table of a workspace as a whole. Until the end of the transaction, calls have the prices
 * of the former one.
 */
export async function replacePrices(
  transaction: Database,
  workspaceId: string,
  { currency, updatedAt }: Pick<PriceTable, 'currency' | 'updatedAt'>,
  prices: readonly Price[],
): Promise<void> {
  const table = { currency, row_count: prices.length, updated_at: updatedAt }
  // Locks the row, so that of two concurrent uploads one replaces the other as a whole.
  await transaction
    .insertInto('price_tables')
    .values({ workspace_id: workspaceId, ...table })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(table))
    .execute()
  await transaction.deleteFrom('prices').where('workspace_id', '=', workspaceId).execute()
  for (let start = 0; start < prices.length; start += rowsPerInsert)
    await transaction
      .insertInto('prices')
      .values(prices.slice(start, start + rowsPerInsert).map((price) => toRow(workspaceId, price)))
      .execute()
}

/** Deletes the price table of a workspace. Returns it, or null when there is none. */
export async function deletePrices(transaction: Database, workspaceId: string): Promise<PriceTable | null> {
  const row = await transaction
    .deleteFrom('price_tables')
    .where('workspace_id', '=', workspaceId)
    .returning(tableColumns)
    .executeTakeFirst()
  await transaction.deleteFrom('prices').where('workspace_id', '=', workspaceId).execute()
  return row ?? null
}

/** Returns whether a workspace has a price table, which is not deleted before the transaction ends. */
export async function lockPriceTable(transaction: Database, workspaceId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('price_tables')
    .select('workspace_id')
    .where('workspace_id', '=', workspaceId)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

const columns = [
  'prefix',
  'name',
  'per_minute_micros',
  'setup_fee_micros',
  'first_seconds',
  'increment_seconds',
] as const

interface PriceRow {
  prefix: string
  name: string
  per_minute_micros: string
  setup_fee_micros: string
  first_seconds: number
  increment_seconds: number
}

function toPrice(row: PriceRow): Price {
  return {
    prefix: row.prefix,
    name: row.name,
    perMinuteMicros: Number(row.per_minute_micros),
    setupFeeMicros: Number(row.setup_fee_micros),
    firstSeconds: row.first_seconds,
    incrementSeconds: row.increment_seconds,
  }
}

function toRow(workspaceId: string, price: Price) {
  return {
    workspace_id: workspaceId,
    prefix: price.prefix,
    name: price.name,
    per_minute_micros: price.perMinuteMicros,
    setup_fee_micros: price.setupFeeMicros,
    first_seconds: price.firstSeconds,
    increment_seconds: price.incrementSeconds,
  }
}
