import { isDeepStrictEqual } from 'node:util'
import type { ResponseOf } from '@parley/contract'
import { PhoneError, type prices } from '@parley/contract/phone'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { parsePriceTable } from './parse-price-table.ts'
import { listPrices, type Price, replacePrices } from './price-tables.ts'
import { toPriceTableResponse } from './read-price-table.ts'

type CheckPriceTable = typeof prices.checkPriceTable
type ReplacePriceTable = typeof prices.replacePriceTable

const maxListedProblems = 100
const sampleSize = 5

/** Checks a price table and compares it with the current one. */
export async function checkPriceTable(
  { database }: Pick<Services, 'database'>,
  { user, body }: PhoneRequest<CheckPriceTable>,
): Promise<ResponseOf<CheckPriceTable>> {
  const { prices: checked, problems } = await parsePriceTable(body.csv)
  return {
    rowCount: checked.length,
    problems: problems.slice(0, maxListedProblems),
    problemCount: problems.length,
    changes: compare(await listPrices(database, user.workspaceId), checked),
    sample: checked.slice(0, sampleSize),
  }
}

function compare(current: readonly Price[], next: readonly Price[]) {
  const currentByPrefix = new Map(current.map((price) => [price.prefix, price]))
  const kept = next.filter(({ prefix }) => currentByPrefix.has(prefix))
  const unchanged = kept.filter((price) => isDeepStrictEqual(price, currentByPrefix.get(price.prefix))).length
  return {
    added: next.length - kept.length,
    changed: kept.length - unchanged,
    unchanged,
    removed: current.length - kept.length,
  }
}

/** Replaces the price table as a whole. Calls that were dialled before keep their prices. */
export async function replacePriceTable(
  services: Pick<Services, 'now' | 'log' | 'settings'>,
  { user, body, transaction }: PhoneRequest<ReplacePriceTable>,
): Promise<ResponseOf<ReplacePriceTable>> {
  const { now, log } = services
  const { prices: parsed, problems } = await parsePriceTable(body.csv)
  if (problems.length > 0) throw new PhoneError('PRICE_TABLE_INVALID', { problemCount: problems.length })
  await requireDatabaseSpace(services)

  const { workspaceId, userId } = user
  const table = { currency: body.currency, rowCount: parsed.length, updatedAt: now() }
  await transaction(async (changes) => {
    await replacePrices(changes, workspaceId, table, parsed)
    await changes.audit(
      'price_table.replaced',
      { type: 'workspace', id: workspaceId },
      { currency: table.currency, rows: table.rowCount },
    )
  })
  log.info('price_table.replaced', { workspaceId, userId, rows: table.rowCount })
  return toPriceTableResponse(table)
}
