import type { ActiveCallService } from '../call-log/index.ts'
import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { exportCalls } from './export-calls.ts'

export const callExportHandlers = {
  'GET /calls/csv': exportCalls,
} satisfies Partial<PhoneHandlers<Services & ActiveCallService & AuthenticationService>>
