import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { calls, callTransfers } from '@parley/contract/phone'
import { type CallSessionService, toDialRequest } from '../call-sessions/index.ts'
import { requireCallsAllowed } from '../nodes/index.ts'
import { resolveRoute, type SimulatedPstnService, toChargedLeg } from '../numbers/index.ts'
import type { AuthenticationService, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { requireChangeableSession } from './require-call-session.ts'

type TransferCall = typeof callTransfers.transferCall
type CallResponse = ResponseOf<typeof calls.getCall>

/** Dials the number of the transfer. The same rules and caps apply as to any call. */
export async function transferCall(
  services: Services & CallSessionService & SimulatedPstnService & AuthenticationService,
  { user, params, body, info }: PhoneRequest<TransferCall>,
): Promise<ResponseOf<TransferCall>> {
  const session = await requireChangeableSession(services, user, params.call, 'starts')
  session.requireOwnLeg(user)
  requireCallsAllowed(services)
  const route = await resolveRoute(services, user, body)
  return await session.transfer(user, {
    dial: toDialRequest(route, randomUUID(), info.signal),
    charged: toChargedLeg(route, params.call),
    mode: body.mode,
  })
}

export async function completeTransfer(
  services: Services & CallSessionService,
  { user, params }: PhoneRequest<typeof callTransfers.completeTransfer>,
): Promise<CallResponse> {
  return await (await requireChangeableSession(services, user, params.call)).endConsultation(user, 'complete')
}

export async function cancelTransfer(
  services: Services & CallSessionService,
  { user, params }: PhoneRequest<typeof callTransfers.cancelTransfer>,
): Promise<CallResponse> {
  return await (await requireChangeableSession(services, user, params.call)).endConsultation(user, 'cancel')
}

export async function joinTransfer(
  services: Services & CallSessionService,
  { user, params }: PhoneRequest<typeof callTransfers.joinTransfer>,
): Promise<CallResponse> {
  return await (await requireChangeableSession(services, user, params.call)).endConsultation(user, 'join')
}
