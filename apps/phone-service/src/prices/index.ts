import type { PhoneHandlers } from '../request-context/index.ts'
import { getPriceTable, getPriceTableCsv } from './read-price-table.ts'
import { checkPriceTable, replacePriceTable } from './replace-price-table.ts'

export { computeCostMicros } from './compute-cost.ts'
export { type CallPrice, deletePriceTable, findPrice, findPriceTable } from './price-tables.ts'
export { formatAmount } from './serialize-price-table.ts'

export const priceHandlers = {
  'GET /price-table': getPriceTable,
  'GET /price-table/csv': getPriceTableCsv,
  'POST /price-table/check': checkPriceTable,
  'PUT /price-table': replacePriceTable,
} satisfies Partial<PhoneHandlers>
