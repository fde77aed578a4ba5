import { mfa } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { countRecoveryCodes, makeRecoveryCodes } from './make-recovery-codes.ts'

export { attemptCodeType } from './attempt-code.ts'
export { checkSecondFactor } from './check-second-factor.ts'
export { setTotpSecret } from './set-totp-secret.ts'
export { hasTotp, totpOf } from './totp-secrets.ts'

/** Recovery codes. The sign-in with a second factor is implemented in sessions. */
export function serveMfa(serve: Serve, services: Services): void {
  serve(mfa.makeRecoveryCodes, (request) => makeRecoveryCodes(services, request))
  serve(mfa.countRecoveryCodes, (request) => countRecoveryCodes(services, request))
}
