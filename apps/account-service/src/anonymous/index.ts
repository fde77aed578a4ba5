import { anonymous } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { signUpAnonymously } from './sign-up.ts'
import { upgradeAnonymousUser } from './upgrade.ts'

export function serveAnonymous(serve: Serve, services: Services): void {
  serve(anonymous.signUpAnonymously, (request) => signUpAnonymously(services, request))
  serve(anonymous.upgradeAnonymousUser, (request) => upgradeAnonymousUser(services, request))
}
