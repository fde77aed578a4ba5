import type { AccountHandlers } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import type { AccessTokenService } from '../sessions/tokens/index.ts'
import { checkSignInCode } from './check-sign-in-code.ts'
import { sendSignInCode } from './send-sign-in-code.ts'
import { signInWithCode } from './sign-in.ts'

export { limitRequestedCodes } from './limit-requested-codes.ts'
export { signInCode } from './sign-in-code.ts'
export { signInCodeEmailJob } from './sign-in-code-email.ts'

export const otpHandlers = {
  'POST /auth/otp/send-sign-in-code': sendSignInCode,
  'POST /auth/otp/sign-in': signInWithCode,
  'POST /auth/otp/sign-in/check-code': checkSignInCode,
} satisfies Partial<AccountHandlers<Services & AccessTokenService>>
