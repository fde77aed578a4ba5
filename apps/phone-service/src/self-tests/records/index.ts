export {
  clearTester,
  deleteResultsOfWorkspace,
  insertRunningResult,
  listResults,
  type PartKey,
  type PartOutcome,
  type StoredResult,
  saveResult,
} from './self-test-results.ts'
export { deleteRunsOfWorkspace, findActiveRun, finishRun, insertRun } from './self-test-runs.ts'
