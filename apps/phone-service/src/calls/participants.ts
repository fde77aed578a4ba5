import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import { addSlotToCall, serializeCall } from '../call-log/index.ts'
import { dialOut, runExclusive } from '../call-sessions/index.ts'
import { reserveCallSlot } from '../limits/index.ts'
import { resolveRoute } from '../numbers/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { removeLeg } from './hang-up.ts'
import { requireCallSession, requireOwnLeg } from './require-call-session.ts'

type AddParticipant = typeof calls.addParticipant
type RemoveParticipant = typeof calls.removeParticipant

/** Dials another number into the call. The same rules and caps apply as to any call. */
export async function addParticipant(
  services: Services,
  { user, params, body }: PhoneRequest<AddParticipant>,
): Promise<ResponseOf<AddParticipant>> {
  const session = await requireCallSession(services, user, params.call)
  requireOwnLeg(session, user)
  const plan = await resolveRoute(services, user, body)
  const slotId = randomUUID()

  return await runExclusive(session, async () => {
    if (session.stored.state.phase === 'ended' || !session.conference) {
      throw new PhoneError('CALL_ENDED', { callId: params.call })
    }
    await reserveCallSlot(services, user, {
      slotId,
      dialled: plan.number,
      save: (transaction) => addSlotToCall(transaction, params.call, slotId),
    })
    session.stored = { ...session.stored, slotIds: [...session.stored.slotIds, slotId] }
    try {
      await dialOut(services, session, {
        to: plan.number,
        trunkId: plan.trunkId,
        from: plan.from,
        postDialDigits: plan.postDialDigits,
        slotId,
      })
    } catch (error) {
      services.log.error('call.dial_failed', { callId: params.call, error })
      throw new PhoneError('ENGINE_UNAVAILABLE')
    }
    return await serializeCall(services, user, session.stored)
  })
}

export async function removeParticipant(
  services: Services,
  { user, params }: PhoneRequest<RemoveParticipant>,
): Promise<ResponseOf<RemoveParticipant>> {
  const session = await requireCallSession(services, user, params.call)
  return await runExclusive(session, async () => {
    if (session.stored.state.phase === 'ended') throw new PhoneError('CALL_ENDED', { callId: params.call })
    const own = requireOwnLeg(session, user)
    const leg = session.stored.state.legs.find(({ id, state }) => id === params.leg && state !== 'left')
    if (!leg) throw new PhoneError('LEG_NOT_FOUND')
    await removeLeg(services, session, leg.id, leg.id === own.id ? 'hung-up' : 'removed')
    return await serializeCall(services, user, session.stored)
  })
}
