import type { ResponseOf } from '@parley/contract'
import type { sessions } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { missingRefreshToken } from './missing-refresh-token.ts'
import { refreshSession } from './refresh-session.ts'
import type { AccessTokenService } from './tokens/index.ts'

type Refresh = typeof sessions.refreshCurrentSession
type Deps = Pick<Services, 'database' | 'now'> & AccessTokenService

export async function refreshCurrentSession(
  services: Deps,
  request: EndpointRequest<Refresh>,
): Promise<ResponseOf<Refresh>> {
  const { refreshToken, info } = request
  if (refreshToken === null) throw missingRefreshToken(info, 'refresh')
  const { token } = await refreshSession(services, request, refreshToken)
  return { access_token: token }
}
