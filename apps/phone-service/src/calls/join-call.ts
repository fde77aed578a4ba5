import { type BrowserAnswer, EngineError } from '@parley/call-engine'
import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import { serializeCall } from '../call-log/index.ts'
import type { CallSessionService } from '../call-sessions/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { requireCallSession, requireChangeableSession } from './require-call-session.ts'

type JoinCall = typeof calls.joinCall
type SubmitLegReply = typeof calls.submitLegAnswer

/** Moves the user's leg to this browser, after a reload or from another tab. The other tab is notified. */
export async function joinCall(
  services: Services & CallSessionService,
  { user, params, body, info }: PhoneRequest<JoinCall>,
): Promise<ResponseOf<JoinCall>> {
  const session = await requireChangeableSession(services, user, params.call)
  return await session.rejoin({ user, handsetId: body.handsetId, signal: info.signal })
}

/** Passes the browser's SDP answer to the engine. Only the user of the leg may do this. */
export async function submitLegAnswer(
  services: Services & CallSessionService,
  { user, params, body }: PhoneRequest<SubmitLegReply>,
): Promise<ResponseOf<SubmitLegReply>> {
  const session = await requireCallSession(services, user, params.call)
  try {
    await session.submitAnswer(user, params.leg, body.answer as BrowserAnswer)
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    switch (error.code) {
      case 'invalid-answer':
        services.log.warn('call.answer_rejected', { callId: params.call, error: error.cause ?? error })
        throw new PhoneError('JOIN_ANSWER_INVALID')
      case 'no-such-leg':
        throw new PhoneError('LEG_NOT_FOUND')
      case 'conference-closed':
      case 'engine-closed':
        throw new PhoneError('CALL_ENDED', { callId: params.call })
      default:
        services.log.error('call.answer_not_submitted', { callId: params.call, error })
        throw new PhoneError('ENGINE_UNAVAILABLE')
    }
  }
  return await serializeCall(services, user, session.stored)
}
