import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { calls } from '@parley/contract/phone'
import { type CallSessionService, toDialRequest } from '../call-sessions/index.ts'
import { requireCallsAllowed } from '../nodes/index.ts'
import { resolveRoute, type SimulatedPstnService, toChargedLeg } from '../numbers/index.ts'
import type { AuthenticationService, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { requireCallSession, requireChangeableSession } from './require-call-session.ts'

type AddParticipant = typeof calls.addParticipant
type RemoveParticipant = typeof calls.removeParticipant

/** Dials another number into the call. The same rules and caps apply as to any call. */
export async function addParticipant(
  services: Services & CallSessionService & SimulatedPstnService & AuthenticationService,
  { user, params, body, info }: PhoneRequest<AddParticipant>,
): Promise<ResponseOf<AddParticipant>> {
  const session = await requireChangeableSession(services, user, params.call, 'starts')
  session.requireOwnLeg(user)
  requireCallsAllowed(services)
  const route = await resolveRoute(services, user, body)
  const dial = toDialRequest(route, randomUUID(), info.signal)
  return await session.addParticipant(user, dial, toChargedLeg(route, params.call))
}

export async function removeParticipant(
  services: Services & CallSessionService,
  { user, params }: PhoneRequest<RemoveParticipant>,
): Promise<ResponseOf<RemoveParticipant>> {
  const session = await requireCallSession(services, user, params.call)
  return await session.removeParticipant(user, params.leg)
}
