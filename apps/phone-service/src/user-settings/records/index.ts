export {
  deleteUserSettings,
  findUserSettings,
  listDoNotDisturbUsers,
  listMissedCallMailSettings,
  listPresenceSettings,
  type PresenceSetting,
  saveUserSettings,
} from './user-settings.ts'
