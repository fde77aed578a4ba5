import type { ResponseOf } from '@parley/contract'
import { cli } from '@parley/contract/account'
import { randomToken } from '@parley/server'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { insertCliLogin } from './cli-logins.ts'

type Start = typeof cli.startCliLogin

export async function startCliLogin(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, body, info }: EndpointRequest<Start>,
): Promise<ResponseOf<Start>> {
  const lifetimeMs = body?.expires_in_millis ?? cli.cliLoginLifetimeMs
  const expiresAt = new Date(now().getTime() + lifetimeMs)
  const [pollingCode, loginCode] = [randomToken(45), randomToken(45)]
  const { ip, userAgent } = info
  await insertCliLogin(
    database,
    { projectId: project.id, pollingCode, loginCode, ip, userAgent, expiresAt },
    now(),
  )
  return { polling_code: pollingCode, login_code: loginCode, expires_at: expiresAt.toISOString() }
}
