export { countDataOfNumber, countDataOfUser, countSettingsWithNumber } from './count-data.ts'
export {
  collectCalls,
  countAudioToDelete,
  countUnerasedCalls,
  deleteErasureCalls,
  listCallsToErase,
  saveErasedCall,
  saveFailedCall,
} from './erasure-calls.ts'
export { deleteMentions, saveFailedMention } from './erasure-mentions.ts'
export {
  completeErasure,
  deleteErasuresOfWorkspace,
  deleteReceiptsBefore,
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
