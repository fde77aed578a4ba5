import { password } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { checkPasswordResetCode } from './check-reset-code.ts'
import { resetPassword } from './reset.ts'
import { sendPasswordResetCode } from './send-reset-code.ts'
import { setPassword } from './set.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { updatePassword } from './update.ts'

export { passwordResetCodeJob } from './reset-code.ts'

export function servePassword(serve: AccountRouter, services: Services): void {
  serve(password.signUpWithPassword, (request) => signUp(services, request))
  serve(password.signInWithPassword, (request) => signIn(services, request))
  serve(password.setPassword, (request) => setPassword(services, request))
  serve(password.updatePassword, (request) => updatePassword(services, request))
  serve(password.sendPasswordResetCode, (request) => sendPasswordResetCode(services, request))
  serve(password.resetPassword, (request) => resetPassword(services, request))
  serve(password.checkPasswordResetCode, (request) => checkPasswordResetCode(services, request))
}
