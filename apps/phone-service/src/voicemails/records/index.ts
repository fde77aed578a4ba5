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
} from './voicemails.ts'
