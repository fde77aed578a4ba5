import type { ResponseOf } from '@parley/contract'
import type { cli } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findOpenLogin } from './find-open-login.ts'

type Describe = typeof cli.describeCliLogin

export async function describeCliLogin(
  services: Pick<Services, 'database' | 'now'>,
  { project, body }: EndpointRequest<Describe>,
): Promise<ResponseOf<Describe>> {
  const login = await findOpenLogin(services, project, body.login_code)
  return {
    started_at_millis: login.createdAt.getTime(),
    expires_at_millis: login.expiresAt.getTime(),
    ip: login.ip,
    user_agent: login.userAgent,
  }
}
