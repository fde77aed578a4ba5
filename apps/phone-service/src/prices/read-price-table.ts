import type { ResponseOf } from '@parley/contract'
import { PhoneError, type prices } from '@parley/contract/phone'
import { runExport } from '../csv/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findPriceTable, listPrices, type PriceTable } from './price-tables.ts'
import { serializePriceTable } from './serialize-price-table.ts'

type GetPriceTable = typeof prices.getPriceTable
type GetPriceTableCsv = typeof prices.getPriceTableCsv

export async function getPriceTable(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<GetPriceTable>,
): Promise<ResponseOf<GetPriceTable>> {
  const table = await findPriceTable(database, user.workspaceId)
  return { table: table && toPriceTableResponse(table) }
}

export async function getPriceTableCsv(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<GetPriceTableCsv>,
): Promise<ResponseOf<GetPriceTableCsv>> {
  return await runExport(user, async () => {
    const stored = await listPrices(database, user.workspaceId)
    if (stored.length === 0) throw new PhoneError('PRICE_TABLE_NOT_FOUND')
    return { csv: await serializePriceTable(stored) }
  })
}

export function toPriceTableResponse({ currency, rowCount, updatedAt }: PriceTable) {
  return { currency, rowCount, updatedAt: updatedAt.getTime() }
}
