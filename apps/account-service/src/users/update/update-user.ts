import { KnownError } from '@parley/contract'
import type { users } from '@parley/contract/account'
import type { PasswordService } from '../../auth/password/hashes/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findUser } from '../records/index.ts'
import { serializeUser } from '../serialize-user.ts'
import { applyUserPatch } from './apply-user-patch.ts'

type Update = typeof users.updateUser

export async function updateUser(
  services: Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'secrets' | 'options' | 'now'> &
    PasswordService,
  request: EndpointRequest<Update>,
) {
  const { project, params, body } = request
  const user = await findUser(services.database, project.id, params.user)
  const changed = user && (await applyUserPatch(services, request, user, body))
  if (!changed) throw new KnownError('USER_NOT_FOUND')
  return serializeUser(changed)
}
