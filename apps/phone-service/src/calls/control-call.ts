import type { ResponseOf } from '@parley/contract'
import type { calls } from '@parley/contract/phone'
import type { CallControl, CallSessionService } from '../call-sessions/index.ts'
import type { CurrentUser, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { requireChangeableSession } from './require-call-session.ts'

type ControlServices = Services & CallSessionService
type CallResponse = ResponseOf<typeof calls.getCall>

export async function setMuted(
  services: ControlServices,
  { user, params, body }: PhoneRequest<typeof calls.setMuted>,
): Promise<CallResponse> {
  const state = body.muted ? 'muted' : 'unmuted'
  return await controlCall(services, user, params.call, { kind: 'microphone', state })
}

/** Puts all other participants on hold, with music, or resumes them. */
export async function setOnHold(
  services: ControlServices,
  { user, params, body }: PhoneRequest<typeof calls.setOnHold>,
): Promise<CallResponse> {
  const state = body.onHold ? 'held' : 'released'
  return await controlCall(services, user, params.call, { kind: 'hold', state })
}

export async function sendDigits(
  services: ControlServices,
  { user, params, body }: PhoneRequest<typeof calls.sendDigits>,
): Promise<ResponseOf<typeof calls.sendDigits>> {
  await controlCall(services, user, params.call, { kind: 'digits', digits: body.digits })
  return { success: true }
}

/** Starts recording. Before the call is answered, the recording is scheduled for the answer. */
export async function startRecording(
  services: ControlServices,
  { user, params }: PhoneRequest<typeof calls.startRecording>,
): Promise<CallResponse> {
  return await controlCall(services, user, params.call, { kind: 'recording', change: 'start' })
}

/** Pauses the recording: silence is recorded until it is resumed. */
export async function pauseRecording(
  services: ControlServices,
  { user, params }: PhoneRequest<typeof calls.pauseRecording>,
): Promise<CallResponse> {
  return await controlCall(services, user, params.call, { kind: 'recording', change: 'pause' })
}

export async function resumeRecording(
  services: ControlServices,
  { user, params }: PhoneRequest<typeof calls.resumeRecording>,
): Promise<CallResponse> {
  return await controlCall(services, user, params.call, { kind: 'recording', change: 'resume' })
}

export async function stopRecording(
  services: ControlServices,
  { user, params }: PhoneRequest<typeof calls.stopRecording>,
): Promise<CallResponse> {
  return await controlCall(services, user, params.call, { kind: 'recording', change: 'stop' })
}

async function controlCall(
  services: ControlServices,
  user: CurrentUser,
  callId: string,
  control: CallControl,
): Promise<CallResponse> {
  const session = await requireChangeableSession(services, user, callId)
  return await session.control(user, control)
}
