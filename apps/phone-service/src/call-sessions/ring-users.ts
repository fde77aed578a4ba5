import { type Conference, EngineError } from '@parley/call-engine'
import { PhoneError } from '@parley/contract/phone'
import { createConcurrencyLimit } from '@parley/primitives'
import { findLastNotes, serializeCall } from '../call-log/index.ts'
import { type BegunStep, findStep, isFull, type RingStep, type RoutingStep } from '../call-state/index.ts'
import { notifyByPush } from '../push/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
import { saveTurn, withoutFormerMembers } from '../routing/index.ts'
import { addAnsweringLeg, type JoinedCall, type UserInTab } from './browser-legs.ts'
import { endCall } from './end-call.ts'
import { startForwarding, stopForwarding } from './forwarding/forward-call.ts'
import { removeLeg } from './legs/remove-leg.ts'
import { type MenuOutcome, startMenu } from './menus/run-menu.ts'
import type { CallParts } from './parts/call-parts.ts'
import { runOrUnavailable } from './parts/engine-failures.ts'
import { continueWaiting, enterQueue, leaveQueue } from './queues/queue-call.ts'
import { answeringCheckMs, createRingingTimer, setTimer } from './timers/timer-data.ts'
import { joinsConversation } from './voicemail/joins-conversation.ts'
import { ringsForUserAlone } from './voicemail/rings-for-user-alone.ts'
import { startVoicemail } from './voicemail/start-voicemail.ts'

/** Each reads the call for one user, and must leave database connections to other calls. */
const maxConcurrentRings = 3

/**
 * Opens the conference of an incoming call with the leg of its caller, and rings for its recipients, until one
 * answers or the ring timeout expires.
 */
export async function ring(parts: CallParts, openConference: () => Promise<Conference>): Promise<void> {
  const { deps, record, ringing } = parts
  const { legId } = ringing
  if (parts.incomingId === null || legId === null) return
  try {
    const conference = await openConference()
    await conference.addIncoming(parts.incomingId, legId)
  } catch (error) {
    const isOver = error instanceof EngineError && error.code === 'no-such-incoming'
    if (!isOver) {
      deps.log.error('call.ring_failed', { callId: record.id, error })
      await deps.engine.rejectIncoming(parts.incomingId, 'not-now')
    }
    return await endRinging(parts, isOver ? 'missed' : 'failed', deps.now().getTime())
  }
  const step = findCurrentStep(parts)
  if (step && step.kind !== 'ring') await runStep(parts, step)
  else await ringUsers(parts, ringing.targets(record.stored))
}

/** Rings in every tab of users, and in their browsers without a tab. */
export async function ringUsers(parts: CallParts, userIds: readonly string[]): Promise<void> {
  const { deps, record, ringing } = parts
  const rings = { get: () => record.stored, returnsTo: ringing.returnsTo, ended: ringing.stepEnded }
  notifyByPush(deps, rings).catch((error) => deps.log.error('push.not_sent', { callId: record.id, error }))
  const limit = createConcurrencyLimit(maxConcurrentRings)
  await Promise.all(userIds.map((userId) => limit(() => ringUser(parts, userId))))
}

/** Sends an incoming call to every tab of a user, of which one plays the ringtone. */
export async function ringUser({ deps, record }: CallParts, userId: string): Promise<void> {
  const { workspaceId, number } = record.stored
  if (deps.live.handsetsToRing(workspaceId, userId).length === 0) return
  const isPhoneAdmin = deps.live.onlineAdministrators(workspaceId).has(userId)
  const [call, lastNotes] = await Promise.all([
    serializeCall(deps, { workspaceId, userId, isPhoneAdmin }, record.stored),
    number === null ? '' : findLastNotes(deps.database, { workspaceId, userId }, number),
  ])
  const isForUserAlone = ringsForUserAlone(record.stored, userId)
  const message = { type: 'call.incoming', workspaceId, call, isForUserAlone, lastNotes } as const
  for (const { handset, manner, notifies } of deps.live.handsetsToRing(workspaceId, userId))
    handset.send({ ...message, manner, notifies }, workspaceId)
}

/**
 * Adds a browser leg that answers the call. The trunk leg is answered when its audio connects; one user wins.
 *
 * @throws {PhoneError} `CALL_ENDED`, `CALL_ELSEWHERE`, `CALL_FULL`, `ENGINE_UNAVAILABLE`
 */
export async function answer(parts: CallParts, by: UserInTab): Promise<JoinedCall> {
  const { record, ringing, conference } = parts
  ringing.requireFor(record.stored, by.user.userId)
  if (ringing.answering && ringing.answering.userId !== by.user.userId) throw new PhoneError('CALL_ELSEWHERE')
  if (isFull(record.state)) throw new PhoneError('CALL_FULL')
  return await runOrUnavailable(parts, 'call.answer_failed', async () =>
    addAnsweringLeg(parts, conference.require(), by),
  )
}

/** Declines the call for one user. When all users for whom it rings have declined, it rings for the next ones, or is rejected. */
export async function decline(parts: CallParts, user: CurrentUser): Promise<void> {
  const { deps, record, ringing } = parts
  const others = ringing.targets(record.stored).filter((userId) => userId !== user.userId)
  const isQueued = record.state.queue !== undefined && ringing.legId !== null
  // Other members can still pick up a parked call.
  const isParked = record.state.parked !== undefined
  if (others.length > 0 || !ringing.isRinging || isQueued || isParked)
    return ringing.decline(record.stored, user.userId)
  if (findNextStep(parts)) {
    ringing.decline(record.stored, user.userId)
    await beginNextStep(parts)
    return
  }
  ringing.sendEnd(record.stored)
  await endCall(parts, 'declined', deps.now().getTime())
}

/** Ends an incoming call that no user has answered. */
export async function endRinging(parts: CallParts, outcome: 'missed' | 'failed', at: number): Promise<void> {
  const { record, ringing } = parts
  if (record.hasEnded) return
  const hasReturned = ringing.returnsTo !== null
  ringing.sendEnd(record.stored)
  await endCall(parts, outcome === 'missed' && hasReturned ? 'no-answer' : outcome, at)
}

/** Lets a call that was not answered in time ring for the next users of its routing, or ends it. */
export async function onRingTimeout(parts: CallParts): Promise<void> {
  const { record, ringing } = parts
  if (!ringing.isRinging) return
  if (ringing.answering) return record.changeTimers([setTimer(createRingingTimer(answeringCheckMs))])
  await stopForwarding(parts)
  await continueRouting(parts)
}

/** Ends the call to the number to which the call is forwarded. Until it has answered, the next step follows. */
export async function endForwarding(parts: CallParts, legId: string): Promise<void> {
  if (parts.record.state.forwarding?.stage !== 'dialing') return await removeLeg(parts, legId, 'removed')
  await stopForwarding(parts)
  await continueRouting(parts)
}

/** Lets the next step of the routing follow, or ends the call when there is none. */
export async function continueRouting(parts: CallParts): Promise<void> {
  if (findNextStep(parts)) await beginNextStep(parts)
  else await endRinging(parts, 'missed', parts.deps.now().getTime())
}

/** Lets the next step follow for a caller who has waited in a queue for too long; others wait for a member. */
export async function onQueueTimer(parts: CallParts): Promise<void> {
  const { record, ringing } = parts
  const before = record.stored
  if ((await continueWaiting(parts)) === 'over') {
    await leaveQueue(parts)
    ringing.changeTargets(before, record.stored)
    return await continueRouting(parts)
  }
  if (record.stored.state.routing !== before.state.routing)
    await ringUsers(parts, ringing.changeTargets(before, record.stored))
}

/** Leads a caller who is in a menu, and lets the steps of its target follow. */
export async function continueMenu(
  parts: CallParts,
  run: (parts: CallParts) => Promise<MenuOutcome>,
): Promise<void> {
  if ((await run(parts)) === 'left') await continueRouting(parts)
}

async function runStep(parts: CallParts, step: Exclude<RoutingStep, RingStep>): Promise<void> {
  // The member may have left since the call arrived.
  if (isUnwanted(parts, step) || (await isOfFormerMember(parts, step))) return await continueRouting(parts)
  if (step.kind === 'queue') {
    if ((await enterQueue(parts, step)) === 'full') return await continueRouting(parts)
    return await onQueueTimer(parts)
  }
  if (step.kind === 'menu') return await continueMenu(parts, () => startMenu(parts, step))
  if (step.kind === 'voicemail') return await startVoicemail(parts, step)
  if ((await startForwarding(parts, step)) === 'refused') await continueRouting(parts)
}

/** Returns whether a step is a voicemail, and those who talk already would hear it and be recorded. */
function isUnwanted(parts: CallParts, step: RoutingStep | undefined): boolean {
  return step?.kind === 'voicemail' && joinsConversation(parts)
}

/** Returns whether a step leads to the number or the voicemail of a user who is no longer a member. */
async function isOfFormerMember({ deps, record }: CallParts, step: RoutingStep): Promise<boolean> {
  if (step.kind !== 'number' && step.kind !== 'voicemail') return false
  return (await withoutFormerMembers(deps, record.stored.workspaceId, [step])).length === 0
}

/** Returns the step that follows, without the users who take part in a call; null when the call ends. */
function findNextStep(parts: CallParts): BegunStep | null {
  const { deps, record, ringing } = parts
  const { workspaceId, state } = record.stored
  if (!state.routing || ringing.legId === null) return null
  const { steps, step } = state.routing
  const next = findStep(steps, step + 1, (userId) => deps.live.isInCall(workspaceId, userId))
  return next && isUnwanted(parts, steps[next.step]) ? null : next
}

/** Begins the next step of the routing, whose users are notified. */
async function beginNextStep(parts: CallParts): Promise<void> {
  const { deps, record, ringing } = parts
  const next = findNextStep(parts)
  const step = next && record.state.routing?.steps[next.step]
  if (!next || !step) return
  const before = record.stored
  const begun = { type: 'ring-step', at: deps.now().getTime(), ...next } as const
  if (step.kind !== 'ring' && step.kind !== 'number') await record.apply(begun)
  else await record.apply(begun, [setTimer(createRingingTimer(step.ringMs))])
  const added = ringing.changeTargets(before, record.stored)
  if (step.kind !== 'ring') return await runStep(parts, step)
  await saveTurn(deps.database, before.workspaceId, step)
  await ringUsers(parts, added)
}

function findCurrentStep({ record }: CallParts): RoutingStep | undefined {
  const { routing } = record.state
  return routing?.steps[routing.step]
}
