import { KnownError, type ResponseOf } from '@parley/contract'
import type { users } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { requireRecentAuthentication } from '../auth/step-up/index.ts'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { deleteUserWithData } from './delete-user-with-data.ts'

type DeleteOwn = typeof users.deleteOwnUser

export async function deleteOwnUser(
  services: Pick<Services, 'now'>,
  request: EndpointRequest<DeleteOwn>,
): Promise<ResponseOf<DeleteOwn>> {
  const { project, accessType, user } = request
  if (accessType === 'client' && !project.config.client_user_deletion_enabled)
    throw new PlainTextError(400, 'Deleting your own account is not enabled for this project.')
  requireRecentAuthentication(request, services.now())

  // A concurrent request has deleted the user, and so ended this session.
  if (!(await deleteUserWithData(services, request, user.id)))
    throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: null })
  return { success: true }
}
