import type { ResponseOf } from '@parley/contract'
import type { password } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { attemptCode } from '../verification-codes/index.ts'
import { requireSameEmail } from './require-same-email.ts'
import { passwordResetCode } from './reset-code.ts'

type Check = typeof password.checkPasswordResetCode

export async function checkPasswordResetCode(
  services: Pick<Services, 'database' | 'now'>,
  { project, body }: EndpointRequest<Check>,
): Promise<ResponseOf<Check>> {
  const { data } = await attemptCode(services, passwordResetCode, project, body.code)
  await requireSameEmail(services.database, project.id, data)
  return { is_code_valid: true }
}
