import { KnownError } from '@parley/contract'
import type { users } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { findUser } from './user-records.ts'
import { userShape } from './user-shape.ts'
import { writeUser } from './write-user.ts'

type Update = typeof users.updateUser

export async function updateUser(services: Services, request: ServedRequest<Update>) {
  const { project, params, body, call } = request
  const user = await findUser(services.database, project.id, params.user)
  const changed = user && (await writeUser(services, request, user, body, call))
  if (!changed) throw new KnownError('USER_NOT_FOUND')
  return userShape(changed)
}
