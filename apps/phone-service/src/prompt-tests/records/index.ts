export { listDifferences } from './compare-values.ts'
export { haveReferencesPassed } from './have-references-passed.ts'
export {
  deleteReference,
  deleteReferencesOfWorkspace,
  listReferences,
  type StoredReference,
  saveReference,
} from './reference-calls.ts'
export {
  cancelledProblem,
  cancelResults,
  hasUnfinishedResults,
  insertResults,
  listResults,
  type NewResult,
  type StoredResult,
  saveAnswer,
  type TestAnswer,
} from './test-results.ts'
export {
  deleteOldRuns,
  deleteRun,
  deleteRunsBefore,
  deleteRunsOfWorkspace,
  findRun,
  insertRun,
  listRuns,
  lockPromptTests,
  type StoredRun,
  saveCancellation,
  type TestedPrompt,
} from './test-runs.ts'
export {
  isWanted,
  listWorkspacesWithTests,
  type TakenResult,
  takeResult,
} from './test-work.ts'
