import type { RecordingStorageService } from '../recordings/index.ts'
import type { PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { getStorage } from './get-storage.ts'
import { getUsage } from './get-usage.ts'
import { getUsageCsv } from './get-usage-csv.ts'

export const usageHandlers = {
  'GET /usage': getUsage,
  'GET /usage/csv': getUsageCsv,
  'GET /usage/storage': getStorage,
} satisfies Partial<PhoneHandlers<Services & RecordingStorageService>>
