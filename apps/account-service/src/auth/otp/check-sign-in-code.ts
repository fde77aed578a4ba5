import type { ResponseOf } from '@parley/contract'
import type { otp } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { attemptCode } from '../verification-codes/index.ts'
import { signInCode } from './sign-in-code.ts'

type Check = typeof otp.checkSignInCode

export async function checkSignInCode(
  services: Pick<Services, 'database' | 'now'>,
  { project, body }: EndpointRequest<Check>,
): Promise<ResponseOf<Check>> {
  await attemptCode(services, signInCode, project, body.code)
  return { is_code_valid: true }
}
