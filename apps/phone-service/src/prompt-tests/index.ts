import type { ActiveCallService } from '../call-log/index.ts'
import type { PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { cancelTestRun, deleteTestRun } from './end-test-run.ts'
import { getTestRun, listTestRuns } from './find-test-runs.ts'
import { deleteReferencesOfWorkspace, deleteRunsOfWorkspace } from './records/index.ts'
import { listReferenceCalls, removeReferenceCall, saveReferenceCall } from './reference-calls.ts'
import { startTestRun } from './start-test-run.ts'

export { startTesting } from './worker/start-testing.ts'

/** Deletes the test runs and the reference calls of a deleted workspace. */
export async function deletePromptTests(database: Services['database'], workspaceId: string): Promise<void> {
  await deleteRunsOfWorkspace(database, workspaceId)
  await deleteReferencesOfWorkspace(database, workspaceId)
}

export const promptTestHandlers = {
  'POST /analysis-prompt/test-runs': startTestRun,
  'GET /analysis-prompt/test-runs': listTestRuns,
  'GET /analysis-prompt/test-runs/{run}': getTestRun,
  'POST /analysis-prompt/test-runs/{run}/cancel': cancelTestRun,
  'DELETE /analysis-prompt/test-runs/{run}': deleteTestRun,
  'GET /analysis-prompt/reference-calls': listReferenceCalls,
  'PUT /analysis-prompt/reference-calls/{call}': saveReferenceCall,
  'DELETE /analysis-prompt/reference-calls/{call}': removeReferenceCall,
} satisfies Partial<PhoneHandlers<Services & ActiveCallService>>
