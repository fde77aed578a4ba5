import { randomUUID } from 'node:crypto'
import { PhoneError } from '@parley/contract/phone'
import {
  countUnansweredForwardings,
  type StoredCall,
  type UnansweredForwardings,
} from '../../call-log/index.ts'
import type { CallForwarding, NumberStep } from '../../call-state/index.ts'
import { recordRefusal } from '../../limits/index.ts'
import { requireCallsAllowed } from '../../nodes/index.ts'
import { findForwardingRoute, toChargedLeg } from '../../numbers/index.ts'
import { runOrEndUnanswered } from '../end-call.ts'
import { addParticipant } from '../legs/add-participants.ts'
import { toDialRequest } from '../parts/call-dialling.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { stopWaitingAudio } from '../players/remove-players.ts'
import { clearTimer, createWithoutUserTimer, setTimer, timerNames } from '../timers/timer-data.ts'

/** Forwardings to one number that it has not answered yet, of one workspace. */
const maxUnanswered = {
  /** One caller must not keep out the others, whose calls are forwarded to the same number. */
  ofCaller: 1,
  /** Of all callers without a number together. */
  withoutNumber: 2,
  /** Of calls that began in the last {@link loopMs}. */
  inLoop: 3,
  /** So that callers with many numbers take half of the slots that a workspace has by default. */
  total: 5,
} as const
/**
 * A number whose provider forwards its calls back, with another caller ID each time, causes a loop, of which each call
 * begins moments after the one before. Other callers rarely do.
 */
const loopMs = 10_000

/**
 * Dials the number to which a call is forwarded, within the limits of the workspace. The caller hears that it rings.
 * Returns `refused` when the number may not be dialled, which is recorded, or cannot be, or is being dialled for too
 * many other calls, see {@link maxUnanswered}; `ended` when another node has ended the call.
 */
export async function startForwarding(
  parts: CallParts,
  { number: to, chosenBy: userId }: NumberStep,
): Promise<'started' | 'refused' | 'ended'> {
  const { deps, record } = parts
  const { id: callId, workspaceId, ownNumber } = record.stored
  try {
    const route = await findForwardingRoute(deps, { workspaceId, ownNumber, to, userId })
    if (route instanceof PhoneError) {
      await recordRefusal(deps, { workspaceId, userId }, to, route)
      throw route
    }
    const { number, from } = route
    const slotId = randomUUID()
    const forwarding = { stage: 'dialing', legId: slotId, number, from } as const
    const reserved = await reserveForwarding(parts, forwarding)
    if (reserved === 'too-many') {
      deps.log.warn('call.forwarding_limited', { callId })
      return 'refused'
    }
    if (reserved === 'ended') {
      deps.log.info('call.forwarding_refused', { callId, reason: 'ended' })
      return 'ended'
    }
    const request = toDialRequest(route, slotId)
    await addParticipant(parts, { workspaceId, userId }, request, toChargedLeg(route, callId))
    return 'started'
  } catch (error) {
    if (!(error instanceof PhoneError)) throw error
    deps.log.info('call.forwarding_refused', { callId, reason: error.code })
    await saveForwarding(parts, null)
    return 'refused'
  }
}

/** Saves that a number is dialled, unless it is being dialled for too many other calls, or another node has ended the call. */
async function reserveForwarding(
  { deps, record }: CallParts,
  forwarding: CallForwarding,
): Promise<'reserved' | 'too-many' | 'ended'> {
  const before = record.stored
  const at = deps.now().getTime()
  record.stage({ type: 'forwarding', at, forwarding }, {})
  try {
    const reserved = await deps.database.transaction().execute(async (transaction) => {
      const since = new Date(at - loopMs)
      const others = await countUnansweredForwardings(transaction, {
        call: before,
        to: forwarding.number,
        since,
      })
      if (areTooMany(before, others)) return 'too-many'
      return (await record.saveChanges(transaction)) ? 'reserved' : 'ended'
    })
    if (reserved === 'reserved') record.confirmSaved()
    else record.restore(before)
    return reserved
  } catch (error) {
    record.restore(before)
    throw error
  }
}

function areTooMany({ number }: StoredCall, others: UnansweredForwardings): boolean {
  const maxOfCaller = number === null ? maxUnanswered.withoutNumber : maxUnanswered.ofCaller
  return (
    others.ofCaller >= maxOfCaller ||
    others.recent >= maxUnanswered.inLoop ||
    others.total >= maxUnanswered.total
  )
}

/** Connects the caller with the number to which the call is forwarded when it answers. No-op for other legs. */
export async function onForwardingAnswered(parts: CallParts, legId: string): Promise<void> {
  const { deps, record, ringing, conference } = parts
  const { forwarding } = record.state
  const { legId: callerLegId } = ringing
  if (forwarding?.stage !== 'dialing' || forwarding.legId !== legId || callerLegId === null) return
  await runOrEndUnanswered(parts, 'call.answer_failed', async () => {
    requireCallsAllowed(deps)
    await saveForwarding(parts, { ...forwarding, stage: 'completed' })
    await conference.require().answerIncoming(callerLegId)
    await stopWaitingAudio(parts, callerLegId)
    ringing.end()
  })
}

/** Returns whether a leg that has left is that of a number which did not answer, and clears the forwarding then. */
export async function clearForwarding(parts: CallParts, legId: string): Promise<boolean> {
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
  // Before its events arrive: a number that answers now does not answer the call.
  await parts.record.markLegLeft(forwarding.legId, 'no-answer')
  await parts.conference.current?.hangUp(forwarding.legId)
}

async function saveForwarding({ deps, record }: CallParts, forwarding: CallForwarding | null): Promise<void> {
  const timers =
    forwarding?.stage === 'completed'
      ? [clearTimer(timerNames.ringing), setTimer(createWithoutUserTimer())]
      : []
  await record.apply({ type: 'forwarding', at: deps.now().getTime(), forwarding }, timers)
}
