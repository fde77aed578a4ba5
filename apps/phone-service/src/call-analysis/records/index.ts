export {
  type ActionItemOwner,
  clearOwners,
  findItemForUpdate,
  hasOpenItems,
  insertItems,
  listItems,
  listItemsById,
  type NewItem,
  type StoredItem,
  saveItem,
  selectOpenItems,
} from './action-items.ts'
export {
  type AnalysisResult,
  countAnalyses,
  deleteAnalysisRow,
  deleteFailedAnalyses,
  hasUnfinishedAnalysis,
  insertAnalysis,
  listAnalyses,
  listCompleteAnalyses,
  type NewAnalysis,
  type StoredAnalysis,
  saveResult,
} from './analyses.ts'
export {
  listCallsToAnalyse,
  listWorkspacesWithAnalyses,
  type TakenAnalysis,
  takeAnalysis,
} from './work.ts'
