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
  listCallsToAnalyse,
  listWorkspacesWithAnalyses,
  releaseAnalyses,
  type TakenAnalysis,
  takeAnalysis,
} from './work.ts'
