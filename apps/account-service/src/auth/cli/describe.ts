import type { ResponseOf } from '@parley/contract'
import type { cli } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { type CliLogin, findCliLogin } from './cli-logins.ts'
import { loginNotOpen } from './find-open-login.ts'

type Describe = typeof cli.describeCliLogin

export async function describeCliLogin(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, body }: EndpointRequest<Describe>,
): Promise<ResponseOf<Describe>> {
  const login = await findCliLogin(database, project.id, { loginCode: body.login_code.toLowerCase() })
  if (!login) throw loginNotOpen()
  return {
    status: findStatus(login, now()),
    started_at_millis: login.createdAt.getTime(),
    expires_at_millis: login.expiresAt.getTime(),
    ip: login.ip,
    user_agent: login.userAgent,
  }
}

function findStatus({ completedAt, expiresAt }: CliLogin, now: Date): ResponseOf<Describe>['status'] {
  if (completedAt !== null) return 'used'
  return expiresAt <= now ? 'expired' : 'waiting'
}
