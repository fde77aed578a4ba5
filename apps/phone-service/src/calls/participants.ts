import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import type { Requested } from '../access/index.ts'
import { addLineToCall, viewCall } from '../call-log/index.ts'
import { claimLine } from '../limits/index.ts'
import { dialOut, serially } from '../live-calls/index.ts'
import { planDial } from '../numbers/index.ts'
import type { Services } from '../services.ts'
import { findLiveCall, legOfCaller } from './find-live-call.ts'
import { leave } from './hang-up.ts'

type AddParticipant = typeof calls.addParticipant
type RemoveParticipant = typeof calls.removeParticipant

/** Dials another number into the call. The same rules and caps apply as to any call. */
export async function addParticipant(
  services: Services,
  { caller, params, body }: Requested<AddParticipant>,
): Promise<ResponseOf<AddParticipant>> {
  const session = await findLiveCall(services, caller, params.call)
  legOfCaller(session, caller)
  const plan = await planDial(services, caller, body)
  const lineId = randomUUID()

  return await serially(session, async () => {
    if (session.stored.state.phase === 'ended' || !session.conference) {
      throw new PhoneError('CALL_ENDED', { callId: params.call })
    }
    await claimLine(services, caller, {
      lineId,
      dialled: plan.number,
      keep: (transaction) => addLineToCall(transaction, params.call, lineId),
    })
    session.stored = { ...session.stored, lineIds: [...session.stored.lineIds, lineId] }
    try {
      await dialOut(services, session, {
        to: plan.number,
        through: plan.trunkId,
        from: plan.from,
        postDialDigits: plan.postDialDigits,
        lineId,
      })
    } catch (error) {
      services.log.error('call.dial-failed', { callId: params.call, error })
      throw new PhoneError('ENGINE_UNAVAILABLE')
    }
    return await viewCall(services, caller, session.stored)
  })
}

export async function removeParticipant(
  services: Services,
  { caller, params }: Requested<RemoveParticipant>,
): Promise<ResponseOf<RemoveParticipant>> {
  const session = await findLiveCall(services, caller, params.call)
  return await serially(session, async () => {
    if (session.stored.state.phase === 'ended') throw new PhoneError('CALL_ENDED', { callId: params.call })
    const own = legOfCaller(session, caller)
    const leg = session.stored.state.legs.find(({ id, state }) => id === params.leg && state !== 'left')
    if (!leg) throw new PhoneError('LEG_NOT_FOUND')
    await leave(services, session, leg.id, leg.id === own.id ? 'hung-up' : 'removed')
    return await viewCall(services, caller, session.stored)
  })
}
