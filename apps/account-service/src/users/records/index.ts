export { addManagedProject, removeManagedProject } from './managed-projects.ts'
export {
  findUser,
  listLatestUsers,
  listUsersById,
  managedProjectIds,
  parseUserJson,
  selectUserAsJson,
  type UserRecord,
} from './user-records.ts'
export {
  clearAnonymousFlag,
  deleteUserRow,
  enableOtp,
  insertUserRow,
  lockUserForDeletion,
  selectedMembershipConstraint,
  selectUserImageUrls,
  type UserColumns,
  updateUserRow,
} from './users.ts'
