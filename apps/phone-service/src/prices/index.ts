import type { PhoneHandlers } from '../request-context/index.ts'
import { deletePriceTable } from './delete-price-table.ts'
import { getPriceTable, getPriceTableCsv } from './read-price-table.ts'
import { checkPriceTable, replacePriceTable } from './replace-price-table.ts'

export { computeCostMicros } from './compute-cost.ts'
export { type CallPrice, deletePrices, findPrice, findPriceTable, lockPriceTable } from './price-tables.ts'
export { formatAmount } from './serialize-price-table.ts'

export const priceHandlers = {
  'GET /price-table': getPriceTable,
  'GET /price-table/csv': getPriceTableCsv,
  'POST /price-table/check': checkPriceTable,
  'PUT /price-table': replacePriceTable,
  'DELETE /price-table': deletePriceTable,
} satisfies Partial<PhoneHandlers>
