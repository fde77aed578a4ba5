export {
  deleteUserSettings,
  findUserSettings,
  listHiddenUsers,
  listMissedCallMailSettings,
  listUndisturbedUsers,
  saveUserSettings,
} from './user-settings.ts'
