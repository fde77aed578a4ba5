export {
  delayChunks,
  endChunkAttempt,
  insertChunks,
  returnChunk,
  type TakenChunk,
  takeChunk,
} from './chunks.ts'
export { insertEdit, listEdits } from './edits.ts'
export {
  countEditedLines,
  findLineForUpdate,
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
export { endTrackAttempt, insertTracks, type TakenTrack, takeTrack } from './tracks.ts'
export {
  deleteTranscription,
  deleteTranscriptionsOfWorkspace,
  hasTranscription,
  insertTranscription,
  listCallsToTranscribe,
  lockTranscription,
} from './transcriptions.ts'
export {
  type AttemptEnd,
  isDue,
  type Lease,
  releaseWork,
  restartFailedWork,
  summarizeWork,
  toEndColumns,
  type WorkSummary,
} from './work.ts'
