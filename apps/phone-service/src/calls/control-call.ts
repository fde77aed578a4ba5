import type { ResponseOf } from '@parley/contract'
import type { calls } from '@parley/contract/phone'
import type { CallSessionService } from '../call-sessions/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { requireCallSession } from './require-call-session.ts'

type CallResponse = ResponseOf<typeof calls.getCall>

export async function setMuted(
  services: Services & CallSessionService,
  { user, params, body }: PhoneRequest<typeof calls.setMuted>,
): Promise<CallResponse> {
  const session = await requireCallSession(services, user, params.call)
  return await session.setMuted(user, body.muted ? 'muted' : 'unmuted')
}

/** Puts all other participants on hold, with music, or resumes them. */
export async function setOnHold(
  services: Services & CallSessionService,
  { user, params, body }: PhoneRequest<typeof calls.setOnHold>,
): Promise<CallResponse> {
  const session = await requireCallSession(services, user, params.call)
  return await session.setOnHold(user, body.onHold ? 'held' : 'released')
}

export async function sendDigits(
  services: Services & CallSessionService,
  { user, params, body }: PhoneRequest<typeof calls.sendDigits>,
): Promise<ResponseOf<typeof calls.sendDigits>> {
  const session = await requireCallSession(services, user, params.call)
  await session.sendDigits(user, body.digits)
  return { success: true }
}

/** Starts recording. Before the call is answered, the recording is scheduled for the answer. */
export async function startRecording(
  services: Services & CallSessionService,
  { user, params }: PhoneRequest<typeof calls.startRecording>,
): Promise<CallResponse> {
  const session = await requireCallSession(services, user, params.call)
  return await session.startRecording(user)
}

export async function stopRecording(
  services: Services & CallSessionService,
  { user, params }: PhoneRequest<typeof calls.stopRecording>,
): Promise<CallResponse> {
  const session = await requireCallSession(services, user, params.call)
  return await session.stopRecording(user)
}
