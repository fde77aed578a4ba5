import type { PhoneHandlers } from '../request-context/index.ts'
import { getUsage } from './get-usage.ts'
import { getUsageCsv } from './get-usage-csv.ts'

export const usageHandlers = {
  'GET /usage': getUsage,
  'GET /usage/csv': getUsageCsv,
} satisfies Partial<PhoneHandlers>
