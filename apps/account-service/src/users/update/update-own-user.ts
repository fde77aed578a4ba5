import { KnownError } from '@parley/contract'
import type { users } from '@parley/contract/account'
import type { PasswordService } from '../../auth/password/hashes/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { serializeUser } from '../serialize-user.ts'
import { applyUserPatch } from './apply-user-patch.ts'

type Update = typeof users.updateOwnUser

export async function updateOwnUser(
  services: Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'secrets' | 'options' | 'now'> &
    PasswordService,
  request: EndpointRequest<Update>,
) {
  const changed = await applyUserPatch(services, request, request.user, request.body)
  if (!changed) throw new KnownError('CANNOT_GET_OWN_USER_WITHOUT_USER')
  return serializeUser(changed)
}
