import { type BegunStep, findStep, type RingStep, type RoutingStep } from '../../call-state/index.ts'
import { saveTurn, withoutFormerMembers } from '../../routing/index.ts'
import { startForwarding, stopForwarding } from '../forwarding/forward-call.ts'
import { removeLeg } from '../legs/remove-leg.ts'
import { type MenuOutcome, startMenu } from '../menus/run-menu.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { continueWaiting, enterQueue, leaveQueue } from '../queues/queue-call.ts'
import { endRinging, ringUsers } from '../ringing/ring-users.ts'
import { answeringCheckMs, createRingingTimer, setTimer } from '../timers/timer-data.ts'
import { joinsConversation } from '../voicemail/joins-conversation.ts'
import { startVoicemail } from '../voicemail/start-voicemail.ts'

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

/** Handles an event of a caller who is in a menu, and lets the steps of its target follow. */
export async function continueMenu(
  parts: CallParts,
  run: (parts: CallParts) => Promise<MenuOutcome>,
): Promise<void> {
  if ((await run(parts)) === 'left') await continueRouting(parts)
}

/** Runs a step that rings for no users, or the next one when it is not possible. */
export async function runStep(parts: CallParts, step: Exclude<RoutingStep, RingStep>): Promise<void> {
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
export function findNextStep(parts: CallParts): BegunStep | null {
  const { deps, record, ringing } = parts
  const { workspaceId, state } = record.stored
  if (!state.routing || ringing.legId === null) return null
  const { steps, step } = state.routing
  const next = findStep(steps, step + 1, (userId) => deps.live.isInCall(workspaceId, userId))
  return next && isUnwanted(parts, steps[next.step]) ? null : next
}

/** Begins the next step of the routing, whose users are notified. */
export async function beginNextStep(parts: CallParts): Promise<void> {
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
