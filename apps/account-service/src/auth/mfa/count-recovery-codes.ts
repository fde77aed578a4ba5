import type { ResponseOf } from '@parley/contract'
import type { mfa } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { countUnusedRecoveryCodes } from './recovery-codes.ts'

type Count = typeof mfa.countRecoveryCodes

export async function countRecoveryCodes(
  { database }: Pick<Services, 'database'>,
  { user }: EndpointRequest<Count>,
): Promise<ResponseOf<Count>> {
  return { remaining: await countUnusedRecoveryCodes(database, user.id) }
}
