import { users } from '@parley/contract/account'
import type { AccountRouter } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { addUser } from './add-user.ts'
import { deleteOwnUser } from './delete-own-user.ts'
import { deleteUser } from './delete-user.ts'
import { getOwnUser } from './get-own-user.ts'
import { getUser } from './get-user.ts'
import { listUsers } from './list-users.ts'
import { updateOwnUser } from './update/update-own-user.ts'
import { updateUser } from './update/update-user.ts'

export { addManagedProject, removeManagedProject } from './managed-projects.ts'
export { type RegisteredUser, registerUser, type UserRegistration } from './register-user.ts'
export { serializeUser } from './serialize-user.ts'
export {
  findUser,
  listLatestUsers,
  listUsersById,
  managedProjectIds,
  parseUserJson,
  selectUserAsJson,
  type UserRecord,
} from './user-records.ts'
export { clearAnonymousFlag, enableOtp, selectUserImageUrls } from './users.ts'

export function serveUsers(serve: AccountRouter, services: Services): void {
  serve(users.getOwnUser, getOwnUser)
  serve(users.updateOwnUser, (request) => updateOwnUser(services, request))
  serve(users.deleteOwnUser, (request) => deleteOwnUser(services, request))
  serve(users.listUsers, (request) => listUsers(services, request))
  serve(users.addUser, (request) => addUser(services, request))
  serve(users.getUser, (request) => getUser(services, request))
  serve(users.updateUser, (request) => updateUser(services, request))
  serve(users.deleteUser, (request) => deleteUser(services, request))
}
