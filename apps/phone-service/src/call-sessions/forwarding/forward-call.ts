import { randomUUID } from 'node:crypto'
import { EngineError } from '@parley/call-engine'
import { PhoneError } from '@parley/contract/phone'
import { countUnansweredForwardings } from '../../call-log/index.ts'
import type { NumberStep } from '../../call-state/index.ts'
import { recordRefusal } from '../../limits/index.ts'
import { requireCallsAllowed } from '../../nodes/index.ts'
import { findForwardingRoute, toChargedLeg } from '../../numbers/index.ts'
import { addParticipant, stopWaitingAudio } from '../call-controls.ts'
import { endCall } from '../end-call.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { clearTimer, ringingTimer, setTimer, withoutUserTimer } from '../timers/timer-data.ts'

/**
 * A number whose provider forwards its calls back, with another caller ID, would take every slot of the workspace for
 * one call.
 */
const maxUnansweredForwardings = 3

/**
 * Dials the number to which a call is forwarded, within the limits of the workspace. The caller hears that it rings.
 * Returns `refused` when the number may not be dialled, which is recorded, or cannot be, or is being dialled for
 * {@link maxUnansweredForwardings} other calls.
 */
export async function startForwarding(
  parts: CallParts,
  { number: to, chosenBy: userId }: NumberStep,
): Promise<'started' | 'refused'> {
  const { deps, record } = parts
  const { id: callId, workspaceId, ownNumber } = record.stored
  const others = await countUnansweredForwardings(deps.database, { workspaceId, number: to })
  if (others >= maxUnansweredForwardings) {
    deps.log.warn('call.forwarding_limited', { callId })
    return 'refused'
  }
  try {
    const route = await findForwardingRoute(deps, { workspaceId, ownNumber, to, userId })
    if (route instanceof PhoneError) {
      await recordRefusal(deps, { workspaceId, userId }, to, route)
      throw route
    }
    const { number, from, trunkId, callerName, postDialDigits } = route
    const slotId = randomUUID()
    await saveForwarding(parts, { stage: 'dialing', legId: slotId, number, from })
    const request = { to: number, from, trunkId, callerName, postDialDigits, slotId }
    await addParticipant(parts, { workspaceId, userId }, request, toChargedLeg(route, callId))
    return 'started'
  } catch (error) {
    if (!(error instanceof PhoneError)) throw error
    deps.log.info('call.forwarding_refused', { callId, code: error.code })
    await saveForwarding(parts, null)
    return 'refused'
  }
}

/** Connects the caller with the number to which the call is forwarded when it answers. No-op for other legs. */
export async function onForwardingAnswered(parts: CallParts, legId: string): Promise<void> {
  const { deps, record, ringing, conference } = parts
  const { forwarding } = record.state
  if (forwarding?.stage !== 'dialing' || forwarding.legId !== legId || ringing.legId === null) return
  try {
    requireCallsAllowed(deps)
    await saveForwarding(parts, { ...forwarding, stage: 'completed' })
    await conference.require().answerIncoming(ringing.legId)
    await stopWaitingAudio(parts, conference.require(), ringing.legId)
    ringing.end()
  } catch (error) {
    const isOver = error instanceof EngineError && error.code === 'no-such-leg'
    if (!isOver) deps.log.error('call.answer_failed', { callId: record.id, error })
    await endCall(parts, isOver ? 'missed' : 'failed', deps.now().getTime())
  }
}

/** Returns whether a leg that has left is that of a number which did not answer, and forgets the forwarding then. */
export async function forgetForwarding(parts: CallParts, legId: string): Promise<boolean> {
  const { forwarding } = parts.record.state
  if (parts.record.hasEnded || forwarding?.stage !== 'dialing' || forwarding.legId !== legId) return false
  await saveForwarding(parts, null)
  return true
}

/** Stops dialling the number to which the call is forwarded. No-op when none is dialled. */
export async function stopForwarding(parts: CallParts): Promise<void> {
  const { forwarding } = parts.record.state
  if (forwarding?.stage !== 'dialing') return
  await saveForwarding(parts, null)
  await parts.conference.current?.hangUp(forwarding.legId)
}

async function saveForwarding(
  { deps, record }: CallParts,
  forwarding: CallParts['record']['state']['forwarding'] | null,
): Promise<void> {
  const timers =
    forwarding?.stage === 'completed' ? [clearTimer(ringingTimer), setTimer(withoutUserTimer)] : []
  await record.apply({ type: 'forwarding', at: deps.now().getTime(), forwarding: forwarding ?? null }, timers)
}
