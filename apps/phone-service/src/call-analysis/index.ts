import type { LiveService } from '../live/index.ts'
import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { changeActionItem } from './change-action-item.ts'
import { deleteAnalysis } from './delete-analysis.ts'
import { listAnalyses } from './list-analyses.ts'
import { startAnalysis } from './start-analysis.ts'

export { clearOwners, listCompleteAnalyses } from './records/index.ts'
export { readAnalyses, serializeItem, serializeSources } from './serialize-analysis.ts'
export type { AnalysisDeps } from './worker/analysis-deps.ts'
export { askModel, leaseMs, type ModelAnswer } from './worker/ask-model.ts'
export { startAnalysing } from './worker/start-analysing.ts'

export const callAnalysisHandlers = {
  'GET /calls/{call}/analyses': listAnalyses,
  'POST /calls/{call}/analyses': startAnalysis,
  'DELETE /calls/{call}/analyses/{analysis}': deleteAnalysis,
  'PATCH /calls/{call}/action-items/{item}': changeActionItem,
} satisfies Partial<PhoneHandlers<Services & LiveService & AuthenticationService>>
