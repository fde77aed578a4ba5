import type { PasswordService } from '../auth/password/hashes/index.ts'
import type { AccountHandlers } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { addUser } from './add-user.ts'
import { checkSessions } from './check-sessions.ts'
import { deleteOwnUser } from './delete-own-user.ts'
import { deleteUser } from './delete-user.ts'
import { getOwnUser } from './get-own-user.ts'
import { getUser } from './get-user.ts'
import { listUsers } from './list-users.ts'
import { updateOwnUser } from './update/update-own-user.ts'
import { updateUser } from './update/update-user.ts'

export { clearProfile } from './clear-profile.ts'
export { type RegisteredUser, registerUser, type UserRegistration } from './register-user.ts'
export { requireSignUpAllowed, verifyWithInvitation } from './require-sign-up-allowed.ts'
export { serializeUser } from './serialize-user.ts'

export const userHandlers = {
  'GET /users/me': getOwnUser,
  'PATCH /users/me': updateOwnUser,
  'DELETE /users/me': deleteOwnUser,
  'GET /users': listUsers,
  'POST /users': addUser,
  'GET /users/{user}': getUser,
  'PATCH /users/{user}': updateUser,
  'DELETE /users/{user}': deleteUser,
  'POST /internal/users/check-sessions': checkSessions,
} satisfies Partial<AccountHandlers<Services & PasswordService>>
