import type { ResponseOf } from '@parley/contract'
import { PhoneError, type parkedCalls } from '@parley/contract/phone'
import type { CallSessionService } from '../call-sessions/index.ts'
import { requireCallsAllowed } from '../nodes/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { countCallChange, requireChangeableSession } from './require-call-session.ts'

type ParkCall = typeof parkedCalls.parkCall
type PickUpCall = typeof parkedCalls.pickUpCall

export async function parkCall(
  services: Services & CallSessionService,
  { user, params }: PhoneRequest<ParkCall>,
): Promise<ResponseOf<ParkCall>> {
  return await (await requireChangeableSession(services, user, params.call)).park(user)
}

/**
 * Adds a browser leg to pick up the parked call. The error is the same for a call that is not parked and for one of
 * which the user may not know.
 */
export async function pickUpCall(
  services: Services & CallSessionService,
  { user, params, body, info }: PhoneRequest<PickUpCall>,
): Promise<ResponseOf<PickUpCall>> {
  requireCallsAllowed(services)
  const session = services.callSessions.get(params.call)
  if (session?.stored.workspaceId !== user.workspaceId) throw new PhoneError('CALL_NOT_PARKED')
  await countCallChange(services, user, [session])
  return await session.pickUp({ user, handsetId: body.handsetId, signal: info.signal })
}
