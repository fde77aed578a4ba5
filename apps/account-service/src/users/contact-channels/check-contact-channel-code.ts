import type { ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import { attemptCode } from '../../auth/verification-codes/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { channelVerificationCode } from './verification-email.ts'

type Check = typeof contactChannels.checkContactChannelCode

export async function checkContactChannelCode(
  services: Pick<Services, 'database' | 'now'>,
  { project, body }: EndpointRequest<Check>,
): Promise<ResponseOf<Check>> {
  await attemptCode(services, channelVerificationCode, project, body.code)
  return { is_code_valid: true }
}
