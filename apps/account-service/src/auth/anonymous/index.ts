import { anonymous } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { signUpAnonymously } from './sign-up.ts'
import { upgradeAnonymousUser } from './upgrade.ts'

export function serveAnonymous(serve: AccountRouter, services: Services): void {
  serve(anonymous.signUpAnonymously, (request) => signUpAnonymously(services, request))
  serve(anonymous.upgradeAnonymousUser, (request) => upgradeAnonymousUser(services, request))
}
