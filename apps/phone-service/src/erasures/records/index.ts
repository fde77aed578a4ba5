export { countDataOfNumber, countDataOfUser, countSettingsWithNumber } from './count-data.ts'
export {
  collectCalls,
  countAudioToDelete,
  countUnerasedCalls,
  deleteErasureCalls,
  listCallsToErase,
  listLostAudio,
  saveErasedCall,
  saveFailedCall,
} from './erasure-calls.ts'
export {
  deleteMention,
  deleteMentions,
  insertMentions,
  listMentions,
  saveFailedMention,
  takeCallsToSearch,
} from './erasure-mentions.ts'
export {
  completeErasure,
  deleteErasuresOfWorkspace,
  deleteReceiptsBefore,
  type ErasureOutcome,
  findErasure,
  findLastErasure,
  insertErasure,
  listErasureRows,
  listWorkspacesWithErasures,
  lockRunningErasures,
  lockTakenErasure,
  postponeErasure,
  type StoredErasure,
  saveProgress,
  saveSubject,
  takeDueErasure,
} from './erasures.ts'
export { hasDataOfUser, listFormerUsers, listNamesOfUser } from './former-users.ts'
export { countNames, type NamedUser, removeNames } from './names.ts'
export { markTracksDeleted, saveRemainingRecordings } from './tracks.ts'
