import type { ResponseOf } from '@parley/contract'
import type { cli } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { expireCliLogin } from './cli-logins.ts'
import { findOpenLogin, loginNotOpen } from './find-open-login.ts'

type Reject = typeof cli.rejectCliLogin

/** Ends a login that is not approved. The command line learns that it has expired. */
export async function rejectCliLogin(
  services: Pick<Services, 'database' | 'now'>,
  request: EndpointRequest<Reject>,
): Promise<ResponseOf<Reject>> {
  const { project, body } = request
  const login = await findOpenLogin(services, project, body.login_code)
  await request.transaction(async (transaction) => {
    if (!(await expireCliLogin(transaction, login.id, services.now()))) throw loginNotOpen()
    await transaction.audit('cli_login.rejected', null, { begunFrom: login.ip })
  })
  return { success: true }
}
