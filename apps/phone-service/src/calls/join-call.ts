import { type BrowserAnswer, EngineError } from '@parley/call-engine'
import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import { serializeCall } from '../call-log/index.ts'
import { applyCallEvent, runExclusive } from '../call-sessions/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { requireCallSession, requireOwnLeg } from './require-call-session.ts'

type JoinCall = typeof calls.joinCall
type SubmitLegReply = typeof calls.submitLegReply

/** Moves the user's leg to this browser, after a reload or from another tab. The other tab is notified. */
export async function joinCall(
  services: Services,
  { user, params, body }: PhoneRequest<JoinCall>,
): Promise<ResponseOf<JoinCall>> {
  const session = await requireCallSession(services, user, params.call)
  return await runExclusive(session, async () => {
    const leg = requireOwnLeg(session, user)
    if (!session.conference) throw new PhoneError('CALL_ENDED', { callId: params.call })
    try {
      const joinInformation = await session.conference.reconnectBrowser(leg.id)
      await applyCallEvent(services, session, {
        type: 'leg-taken',
        at: services.now(),
        legId: leg.id,
        handsetId: body.handsetId,
      })
      if (leg.handsetId !== null && leg.handsetId !== body.handsetId) {
        services.live.sendToHandset(user.workspaceId, leg.handsetId, {
          type: 'leg.taken-over',
          callId: params.call,
          legId: leg.id,
          handsetId: body.handsetId,
        })
      }
      return { call: await serializeCall(services, user, session.stored), legId: leg.id, joinInformation }
    } catch (error) {
      services.log.error('call.join_failed', { callId: params.call, error })
      throw new PhoneError('ENGINE_UNAVAILABLE')
    }
  })
}

/** Passes the browser's SDP answer to the engine. Only the user of the leg may do this. */
export async function submitLegReply(
  services: Services,
  { user, params, body }: PhoneRequest<SubmitLegReply>,
): Promise<ResponseOf<SubmitLegReply>> {
  const session = await requireCallSession(services, user, params.call)
  const leg = session.stored.state.legs.find(({ id }) => id === params.leg)
  if (!leg || leg.userId !== user.userId || leg.state === 'left') throw new PhoneError('LEG_NOT_FOUND')
  if (!session.conference) throw new PhoneError('CALL_ENDED', { callId: params.call })

  try {
    await session.conference.setAnswer(leg.id, body.reply as BrowserAnswer)
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    switch (error.code) {
      case 'invalid-answer':
        services.log.warn('call.answer_rejected', { callId: params.call, error: error.cause ?? error })
        throw new PhoneError('JOIN_REPLY_NOT_UNDERSTOOD')
      case 'no-such-leg':
        throw new PhoneError('LEG_NOT_FOUND')
      default:
        throw new PhoneError('CALL_ENDED', { callId: params.call })
    }
  }
  return await serializeCall(services, user, session.stored)
}
