import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import type { ActiveCallService } from './active-calls.ts'
import { findReadableCall } from './records/index.ts'
import { serializeCall } from './serialize-call.ts'

type GetCall = typeof calls.getCall

/** Returns a call of the user or, for an administrator, of the workspace. */
export async function getCall(
  services: Services & ActiveCallService,
  { user, params }: PhoneRequest<GetCall>,
): Promise<ResponseOf<GetCall>> {
  const stored = await findReadableCall(services.database, user, params.call)
  if (!stored) throw new PhoneError('CALL_NOT_FOUND')
  return await serializeCall(services, user, stored)
}
