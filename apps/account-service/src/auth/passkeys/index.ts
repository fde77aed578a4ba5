import type { AccountHandlers } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import type { AccessTokenService } from '../sessions/tokens/index.ts'
import { initiateAuthentication } from './initiate-authentication.ts'
import { initiateRegistration } from './initiate-registration.ts'
import { registerPasskey } from './register.ts'
import { signInWithPasskey } from './sign-in.ts'

export { deletePasskey } from './passkeys.ts'
export { removePasskey } from './remove-passkey.ts'

export const passkeyHandlers = {
  'POST /auth/passkey/initiate-passkey-registration': initiateRegistration,
  'POST /auth/passkey/register': registerPasskey,
  'POST /auth/passkey/initiate-passkey-authentication': initiateAuthentication,
  'POST /auth/passkey/sign-in': signInWithPasskey,
} satisfies Partial<AccountHandlers<Services & AccessTokenService>>
