import type { AccountHandlers } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import type { AccessTokenService } from '../sessions/tokens/index.ts'
import { checkPasswordResetCode } from './check-reset-code.ts'
import type { PasswordService } from './hashes/index.ts'
import { resetPassword } from './reset.ts'
import { sendPasswordResetCode } from './send-reset-code.ts'
import { setPassword } from './set.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { updatePassword } from './update.ts'

export { removeSignInMethods } from './remove-sign-in-methods.ts'
export { requirePasswordSignUp } from './require-sign-up.ts'
export { passwordResetCodeJob } from './reset-code.ts'

export const passwordHandlers = {
  'POST /auth/password/sign-up': signUp,
  'POST /auth/password/sign-in': signIn,
  'POST /auth/password/set': setPassword,
  'POST /auth/password/update': updatePassword,
  'POST /auth/password/send-reset-code': sendPasswordResetCode,
  'POST /auth/password/reset': resetPassword,
  'POST /auth/password/reset/check-code': checkPasswordResetCode,
} satisfies Partial<AccountHandlers<Services & PasswordService & AccessTokenService>>
