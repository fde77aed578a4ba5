import type { users } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { userShape } from './user-shape.ts'

type Get = typeof users.getOwnUser

export async function getOwnUser({ user }: ServedRequest<Get>) {
  return userShape(user)
}
