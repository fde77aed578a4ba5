import type { AccountHandlers } from '../../platform/request-context/index.ts'
import { countRecoveryCodes } from './count-recovery-codes.ts'
import { createRecoveryCodes } from './create-recovery-codes.ts'

export { attemptCodeType, type SecondFactorAttempt } from './attempt-code.ts'
export {
  consumeSecondFactorAttempt,
  redeemSecondFactor,
  resetSecondFactorAttempts,
} from './redeem-second-factor.ts'
export { requireSessionWithSecondFactor } from './require-session-with-second-factor.ts'
export { setTotpSecret } from './set-totp-secret.ts'
export { deleteSecondFactor, hasTotp, selectTotp } from './totp-secrets.ts'

/** Recovery codes. The sign-in with a second factor is implemented in sessions. */
export const mfaHandlers = {
  'POST /auth/mfa/recovery-codes': createRecoveryCodes,
  'GET /auth/mfa/recovery-codes': countRecoveryCodes,
} satisfies Partial<AccountHandlers>
