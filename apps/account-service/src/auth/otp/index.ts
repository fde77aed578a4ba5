import { otp } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { checkSignInCode } from './check-sign-in-code.ts'
import { sendSignInCode } from './send-sign-in-code.ts'
import { signInWithCode } from './sign-in.ts'

export { signInCodeEmailJob } from './sign-in-code-email.ts'

export function serveOtp(serve: AccountRouter, services: Services): void {
  serve(otp.sendSignInCode, (request) => sendSignInCode(services, request))
  serve(otp.signInWithCode, (request) => signInWithCode(services, request))
  serve(otp.checkSignInCode, (request) => checkSignInCode(services, request))
}
