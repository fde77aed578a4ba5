import { otp } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { sendSignInCode } from './send-sign-in-code.ts'
import { checkSignInCode, signInWithCode } from './sign-in.ts'

export { mailSignInCode } from './sign-in-mail.ts'

export function serveOtp(serve: Serve, services: Services): void {
  serve(otp.sendSignInCode, (request) => sendSignInCode(services, request))
  serve(otp.signInWithCode, (request) => signInWithCode(services, request))
  serve(otp.checkSignInCode, (request) => checkSignInCode(services, request))
}
