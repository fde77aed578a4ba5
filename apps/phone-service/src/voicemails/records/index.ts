export {
  countNewVoicemails,
  deleteStoredVoicemail,
  findVoicemailForUpdate,
  insertVoicemail,
  listCallsOfOwner,
  listVoicemailPage,
  listVoicemailsOfCalls,
  type StoredVoicemail,
  saveDealtWith,
  selectReadable as selectReadableVoicemails,
  serializeVoicemail,
  sumVoicemailBytes,
} from './voicemails.ts'
