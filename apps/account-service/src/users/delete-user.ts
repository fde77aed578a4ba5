import { KnownError, type ResponseOf } from '@parley/contract'
import type { users } from '@parley/contract/account'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { deleteUserWithData } from './delete-user-with-data.ts'

type Delete = typeof users.deleteUser

export async function deleteUser(
  services: Pick<Services, 'now'>,
  request: EndpointRequest<Delete>,
): Promise<ResponseOf<Delete>> {
  if (!(await deleteUserWithData(services, request, request.params.user)))
    throw new KnownError('USER_NOT_FOUND')
  return { success: true }
}
