import type { ResponseOf } from '@parley/contract'
import type { calls, voicemails } from '@parley/contract/phone'
import type { CallSessionService } from '../call-sessions/index.ts'
import { requireCallsAllowed } from '../nodes/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { requireCallSession, requireChangeableSession } from './require-call-session.ts'

type AnswerCall = typeof calls.answerCall
type DeclineCall = typeof calls.declineCall
type SendToVoicemail = typeof voicemails.sendToVoicemail

/**
 * Adds a browser leg to answer the call. The trunk leg is answered when its audio has connected; one user
 * wins.
 */
export async function answerCall(
  services: Services & CallSessionService,
  { user, params, body, info }: PhoneRequest<AnswerCall>,
): Promise<ResponseOf<AnswerCall>> {
  requireCallsAllowed(services)
  const session = await requireChangeableSession(services, user, params.call)
  return await session.answer({ user, handsetId: body.handsetId, signal: info.signal })
}

/**
 * Declines the call for one user. When all users for whom it rings have declined, the next step of its routing follows;
 * without one, it is rejected. A parked or queued call stays.
 */
export async function declineCall(
  services: Services & CallSessionService,
  { user, params }: PhoneRequest<DeclineCall>,
): Promise<ResponseOf<DeclineCall>> {
  const session = await requireCallSession(services, user, params.call)
  return await session.decline(user)
}

/** Sends the caller of a ringing call to voicemail. Rejected while a user is answering the call. */
export async function sendToVoicemail(
  services: Services & CallSessionService,
  { user, params }: PhoneRequest<SendToVoicemail>,
): Promise<ResponseOf<SendToVoicemail>> {
  requireCallsAllowed(services)
  const session = await requireCallSession(services, user, params.call)
  return await session.sendToVoicemail(user)
}
