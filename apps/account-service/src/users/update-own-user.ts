import { KnownError } from '@parley/contract'
import type { users } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { userShape } from './user-shape.ts'
import { writeUser } from './write-user.ts'

type Update = typeof users.updateOwnUser

export async function updateOwnUser(services: Services, request: ServedRequest<Update>) {
  const changed = await writeUser(services, request, request.user, request.body, request.call)
  if (!changed) throw new KnownError('CANNOT_GET_OWN_USER_WITHOUT_USER')
  return userShape(changed)
}
