import { EngineError, type JoinReply } from '@parley/call-engine'
import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import type { Requested } from '../access/index.ts'
import { viewCall } from '../call-log/index.ts'
import { changeCall, serially } from '../live-calls/index.ts'
import type { Services } from '../services.ts'
import { findLiveCall, legOfCaller } from './find-live-call.ts'

type JoinCall = typeof calls.joinCall
type ReplyForLeg = typeof calls.replyForLeg

/** Moves the user's leg to this browser, after a reload or from another tab. The other tab is notified. */
export async function joinCall(
  services: Services,
  { caller, params, body }: Requested<JoinCall>,
): Promise<ResponseOf<JoinCall>> {
  const session = await findLiveCall(services, caller, params.call)
  return await serially(session, async () => {
    const leg = legOfCaller(session, caller)
    if (!session.conference) throw new PhoneError('CALL_ENDED', { callId: params.call })
    try {
      const joinInformation = await session.conference.reattachBrowser(leg.id)
      await changeCall(services, session, {
        type: 'leg-taken',
        at: services.now(),
        legId: leg.id,
        handsetId: body.handsetId,
      })
      if (leg.handsetId !== null && leg.handsetId !== body.handsetId) {
        services.live.toHandset(caller.workspaceId, leg.handsetId, {
          type: 'leg.taken-over',
          callId: params.call,
          legId: leg.id,
          handsetId: body.handsetId,
        })
      }
      return { call: await viewCall(services, caller, session.stored), legId: leg.id, joinInformation }
    } catch (error) {
      services.log.error('call.join-failed', { callId: params.call, error })
      throw new PhoneError('ENGINE_UNAVAILABLE')
    }
  })
}

/** Passes the browser's SDP answer to the engine. Only the user of the leg may do this. */
export async function replyForLeg(
  services: Services,
  { caller, params, body }: Requested<ReplyForLeg>,
): Promise<ResponseOf<ReplyForLeg>> {
  const session = await findLiveCall(services, caller, params.call)
  const leg = session.stored.state.legs.find(({ id }) => id === params.leg)
  if (!leg || leg.userId !== caller.userId || leg.state === 'left') throw new PhoneError('LEG_NOT_FOUND')
  if (!session.conference) throw new PhoneError('CALL_ENDED', { callId: params.call })

  try {
    await session.conference.acceptReply(leg.id, body.reply as JoinReply)
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    switch (error.code) {
      case 'reply-not-understood':
        services.log.warn('call.reply-refused', { callId: params.call, error: error.cause ?? error })
        throw new PhoneError('JOIN_REPLY_NOT_UNDERSTOOD')
      case 'no-such-leg':
        throw new PhoneError('LEG_NOT_FOUND')
      default:
        throw new PhoneError('CALL_ENDED', { callId: params.call })
    }
  }
  return await viewCall(services, caller, session.stored)
}
