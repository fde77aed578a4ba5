export {
  findUserSettings,
  listHiddenUsers,
  listMissedCallMailSettings,
  saveUserSettings,
} from './user-settings.ts'
