import { cli } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { completeCliLogin } from './complete.ts'
import { describeCliLogin } from './describe.ts'
import { pollCliLogin } from './poll.ts'
import { startCliLogin } from './start.ts'

export { deleteCliLoginsExpiredBefore } from './cli-logins.ts'

export function serveCli(serve: AccountRouter, services: Services): void {
  serve(cli.startCliLogin, (request) => startCliLogin(services, request))
  serve(cli.pollCliLogin, (request) => pollCliLogin(services, request))
  serve(cli.completeCliLogin, (request) => completeCliLogin(services, request))
  serve(cli.describeCliLogin, (request) => describeCliLogin(services, request))
}
