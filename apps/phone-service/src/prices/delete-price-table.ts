import type { ResponseOf } from '@parley/contract'
import { PhoneError, type prices } from '@parley/contract/phone'
import { removeSpendLimit } from '../limits/records/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { deletePrices } from './price-tables.ts'

type DeletePriceTable = typeof prices.deletePriceTable

/**
 * Deletes the price table with the limit of spending, which would reject every call whose price is unknown. Calls
 * that were dialled before keep their prices.
 */
export async function deletePriceTable(
  { log }: Pick<Services, 'log'>,
  { user, transaction }: PhoneRequest<DeletePriceTable>,
): Promise<ResponseOf<DeletePriceTable>> {
  const { workspaceId, userId } = user
  await transaction(async (changes) => {
    const deleted = await deletePrices(changes, workspaceId)
    if (!deleted) throw new PhoneError('PRICE_TABLE_NOT_FOUND')
    const workspace = { type: 'workspace', id: workspaceId } as const
    const { currency, rowCount } = deleted
    await changes.audit('price_table.deleted', workspace, { currency, rows: rowCount })
    const limits = await removeSpendLimit(changes, workspaceId)
    if (limits) await changes.audit('daily_limits.updated', workspace, { ...limits })
  })
  log.info('price_table.deleted', { workspaceId, userId })
  return { success: true }
}
