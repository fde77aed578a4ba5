import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import type { ActiveCallService } from './active-calls.ts'
import { findCall } from './records/index.ts'
import { serializeCall } from './serialize-call.ts'

type GetCall = typeof calls.getCall

export async function getCall(
  services: Services & ActiveCallService,
  { user, params }: PhoneRequest<GetCall>,
): Promise<ResponseOf<GetCall>> {
  const stored = await findCall(services.database, user.workspaceId, params.call)
  if (!stored) throw new PhoneError('CALL_NOT_FOUND')
  return await serializeCall(services, user, stored)
}
