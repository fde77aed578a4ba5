import { KnownError } from '@parley/contract'
import type { users } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { findUser } from './user-records.ts'
import { userShape } from './user-shape.ts'

type Get = typeof users.getUser

export async function getUser(
  { database }: Pick<Services, 'database'>,
  { project, params }: ServedRequest<Get>,
) {
  const user = await findUser(database, project.id, params.user)
  if (!user) throw new KnownError('USER_NOT_FOUND')
  return userShape(user)
}
