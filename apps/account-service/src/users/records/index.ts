export { addManagedProject, findManagingUserId, removeManagedProject } from './managed-projects.ts'
export {
  findUser,
  listLatestUsers,
  listPrimaryEmails,
  listUsersById,
  listUsersByIdWithoutMetadata,
  managedProjectIds,
  maxUsersPerRead,
  parseUserJson,
  restrictedReason,
  selectUserAsJson,
  type User,
} from './user-records.ts'
export {
  clearAnonymousFlag,
  deleteUserRow,
  enableOtp,
  hasDisabledOtp,
  insertUserRow,
  lockUser,
  lockUserForDeletion,
  selectedMembershipConstraint,
  selectUserImageUrls,
  type UserChanges,
  updateUserRow,
} from './users.ts'
