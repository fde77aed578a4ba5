import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import type { Requested } from '../access/index.ts'
import type { Services } from '../services.ts'
import { findCall } from './calls.ts'
import { viewCall } from './view-call.ts'

type GetCall = typeof calls.getCall

export async function getCall(
  services: Services,
  { caller, params }: Requested<GetCall>,
): Promise<ResponseOf<GetCall>> {
  const stored = await findCall(services.database, caller.workspaceId, params.call)
  if (!stored) throw new PhoneError('CALL_NOT_FOUND')
  return await viewCall(services, caller, stored)
}
