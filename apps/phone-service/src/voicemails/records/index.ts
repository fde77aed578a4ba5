export {
  countNewVoicemails,
  deleteStoredVoicemail,
  findVoicemailForUpdate,
  insertVoicemail,
  isLeavingVoicemail,
  listCallsOfOwner,
  listVoicemailPage,
  listVoicemailsOfCalls,
  type StoredVoicemail,
  saveDealtWith,
  serializeVoicemail,
  sumVoicemailBytes,
} from './voicemails.ts'
