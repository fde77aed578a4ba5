import type { LiveService } from '../live/index.ts'
import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { changeActionItem } from './change-action-item.ts'
import { listAnalyses } from './list-analyses.ts'
import { startAnalysis } from './start-analysis.ts'

export { clearOwners } from './records/index.ts'
export { startAnalysing } from './worker/start-analysing.ts'

export const callAnalysisHandlers = {
  'GET /calls/{call}/analyses': listAnalyses,
  'POST /calls/{call}/analyses': startAnalysis,
  'PATCH /calls/{call}/action-items/{item}': changeActionItem,
} satisfies Partial<PhoneHandlers<Services & LiveService & AuthenticationService>>
