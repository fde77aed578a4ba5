import { users } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { addUser } from './add-user.ts'
import { deleteOwnUser, deleteUser } from './delete-user.ts'
import { getOwnUser } from './get-own-user.ts'
import { getUser } from './get-user.ts'
import { listUsers } from './list-users.ts'
import { updateOwnUser } from './update-own-user.ts'
import { updateUser } from './update-user.ts'

export { type CreatedUser, createUser, type NewUser } from './create-user.ts'
export { addManagedProject, removeManagedProject } from './managed-projects.ts'
export {
  findUser,
  listLatestUsers,
  listUsersById,
  managedProjectIds,
  type UserRecord,
  userAsJson,
  userOfJson,
} from './user-records.ts'
export { userShape } from './user-shape.ts'
export { enableOtp, endAnonymity, imagesOfUsers } from './users.ts'

export function serveUsers(serve: Serve, services: Services): void {
  serve(users.getOwnUser, getOwnUser)
  serve(users.updateOwnUser, (request) => updateOwnUser(services, request))
  serve(users.deleteOwnUser, (request) => deleteOwnUser(services, request))
  serve(users.listUsers, (request) => listUsers(services, request))
  serve(users.addUser, (request) => addUser(services, request))
  serve(users.getUser, (request) => getUser(services, request))
  serve(users.updateUser, (request) => updateUser(services, request))
  serve(users.deleteUser, (request) => deleteUser(services, request))
}
