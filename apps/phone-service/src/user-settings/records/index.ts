export {
  findUserSettings,
  listHiddenUsers,
  listMissedCallMailSettings,
  listUndisturbedUsers,
  saveUserSettings,
} from './user-settings.ts'
