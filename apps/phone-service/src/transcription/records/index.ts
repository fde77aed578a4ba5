export {
  insertChunks,
  type TakenChunk,
  takeChunk,
} from './chunks.ts'
export { insertEdit, listEdits } from './edits.ts'
export {
  countEditedLines,
  findLineForUpdate,
  hasLines,
  insertLines,
  listLinePage,
  listLinePageWithWords,
  measureLines,
  type NewLine,
  type StoredLine,
  type StoredWord,
  saveLineText,
} from './lines.ts'
export { countQuestions } from './questions.ts'
export { listCallsByTranscript } from './search-lines.ts'
export { insertTracks, type TakenTrack, takeTrack } from './tracks.ts'
export {
  deleteTranscription,
  deleteTranscriptionsOfWorkspace,
  hasTranscription,
  insertTranscription,
  isTranscribed,
  listCallsToTranscribe,
  lockTranscription,
  saveAnalysisDeletion,
} from './transcriptions.ts'
export {
  listWorkspacesWithWork,
  restartFailedWork,
  summarizeWork,
  type WorkSummary,
} from './work.ts'
