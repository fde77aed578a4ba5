import { passkeys } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { initiateAuthentication } from './initiate-authentication.ts'
import { initiateRegistration } from './initiate-registration.ts'
import { registerPasskey } from './register.ts'
import { signInWithPasskey } from './sign-in.ts'

export { removePasskey } from './remove-passkey.ts'

export function servePasskeys(serve: AccountRouter, services: Services): void {
  serve(passkeys.initiatePasskeyRegistration, (request) => initiateRegistration(services, request))
  serve(passkeys.registerPasskey, (request) => registerPasskey(services, request))
  serve(passkeys.initiatePasskeyAuthentication, (request) => initiateAuthentication(services, request))
  serve(passkeys.signInWithPasskey, (request) => signInWithPasskey(services, request))
}
