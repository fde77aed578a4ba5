import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import { findReadableCall, isReadableCall, requireEndedCall, serializeCall } from '../call-log/index.ts'
import type { CallSessionService } from '../call-sessions/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'

type HangUp = typeof calls.hangUp

/** Removes the user from a call. Idempotent: a call that has ended is returned unchanged. */
export async function hangUp(
  services: Services & CallSessionService,
  { user, params, body }: PhoneRequest<HangUp>,
): Promise<ResponseOf<HangUp>> {
  const session = services.callSessions.get(params.call)
  if (session) {
    if (!isReadableCall(session.stored, user)) throw new PhoneError('CALL_NOT_FOUND')
    return await session.hangUp(user, body.reason)
  }
  const stored = await findReadableCall(services.database, user, params.call)
  if (!stored) throw new PhoneError('CALL_NOT_FOUND')
  requireEndedCall(stored)
  return await serializeCall(services, user, stored)
}
