import { mfa } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { countRecoveryCodes } from './count-recovery-codes.ts'
import { createRecoveryCodes } from './create-recovery-codes.ts'

export { attemptCodeType } from './attempt-code.ts'
export { checkSecondFactor } from './check-second-factor.ts'
export { setTotpSecret } from './set-totp-secret.ts'
export { hasTotp, selectTotp } from './totp-secrets.ts'

/** Recovery codes. The sign-in with a second factor is implemented in sessions. */
export function serveMfa(serve: AccountRouter, services: Services): void {
  serve(mfa.createRecoveryCodes, (request) => createRecoveryCodes(services, request))
  serve(mfa.countRecoveryCodes, (request) => countRecoveryCodes(services, request))
}
