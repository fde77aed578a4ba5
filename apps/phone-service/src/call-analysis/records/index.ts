export {
  type ActionItemOwner,
  clearOwners,
  findItemForUpdate,
  insertItems,
  listItems,
  type NewItem,
  type StoredItem,
  saveItem,
} from './action-items.ts'
export {
  type AnalysisResult,
  countAnalyses,
  deleteFailedAnalyses,
  hasUnfinishedAnalysis,
  insertAnalysis,
  listAnalyses,
  type NewAnalysis,
  type StoredAnalysis,
  saveResult,
} from './analyses.ts'
export {
  delayAnalyses,
  endAnalysisAttempt,
  listCallsToAnalyse,
  listWorkspacesWithAnalyses,
  releaseAnalyses,
  returnAnalysis,
  type TakenAnalysis,
  takeAnalysis,
} from './work.ts'
