export {
  deleteUserSettings,
  findUserSettings,
  listMissedCallMailSettings,
  listPresenceSettings,
  listUndisturbedUsers,
  type PresenceSetting,
  saveUserSettings,
} from './user-settings.ts'
