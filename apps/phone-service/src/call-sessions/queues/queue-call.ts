import { listQueuedCalls, takeQueuePlace } from '../../call-log/index.ts'
import { type CallQueue, findQueueStep, type QueueStep } from '../../call-state/index.ts'
import { requireCallsAllowed } from '../../nodes/index.ts'
import { saveTurn } from '../../routing/index.ts'
import { runOrEndUnanswered } from '../end-call.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { playHoldMusic } from '../players/hold-music.ts'
import {
  clearTimer,
  createPositionTimer,
  createQueueTimer,
  setTimer,
  timerNames,
} from '../timers/timer-data.ts'
import { chooseMembers } from './choose-members.ts'

/** Of all queues of a workspace: callers who wait take audio and, every second, a look at the queue. */
const maxWaiting = 100

/**
 * Answers a caller, who waits in a queue with music. Returns `full` when the queue has no place; then the caller is
 * not answered.
 */
export async function enterQueue(parts: CallParts, step: QueueStep): Promise<'waiting' | 'full'> {
  const { deps, record, ringing, conference } = parts
  const { legId } = ringing
  if (legId === null) return 'waiting'
  const waiting = await listQueuedCalls(deps.database, record.stored.workspaceId)
  const inQueue = waiting.filter(({ queueId }) => queueId === step.queueId)
  if (inQueue.length >= step.maxCallers || waiting.length >= maxWaiting) return 'full'
  await runOrEndUnanswered(parts, 'call.queue_failed', async () => {
    requireCallsAllowed(deps)
    const at = deps.now().getTime()
    const place = await takeQueuePlace(deps.database)
    if (step.announcesPosition) record.changeTimers([setTimer(createPositionTimer())])
    const queue = { queueId: step.queueId, place, at, rungAt: at, triedIds: [], awaitedIds: step.memberIds }
    await saveQueue(parts, queue)
    await conference.require().answerIncoming(legId)
    await playHoldMusic(parts, [legId])
  })
  return 'waiting'
}

/**
 * Lets a waiting call ring for members who have become free, or for others than those who do not answer. Returns
 * `over` when the caller has waited as long as the queue allows.
 */
export async function continueWaiting(parts: CallParts): Promise<'waiting' | 'over'> {
  const { deps, record, ringing } = parts
  const step = findQueueStep(record.state)
  const { queue } = record.state
  if (!step || !queue || !ringing.isRinging) return 'waiting'
  record.changeTimers([setTimer(createQueueTimer())])
  // The audio of a user who has answered is being connected.
  if (ringing.answering) return 'waiting'
  const at = deps.now().getTime()
  if (at - queue.at >= step.maxWaitMs) return 'over'
  const isRinging = ringing.targets(record.stored).length > 0
  if (isRinging && at - queue.rungAt < step.ringMs) return 'waiting'
  const { userIds, triedIds } = await chooseMembers(parts, step, queue)
  const awaitedIds = step.memberIds.filter((userId) => !ringing.hasDeclined(userId))
  const ringsForNone = userIds.length === 0 && record.state.routing?.ringsFor?.length === 0
  if (ringsForNone && awaitedIds.length === queue.awaitedIds.length) return 'waiting'
  const changed = { ...queue, rungAt: at, triedIds, awaitedIds }
  await record.apply({ type: 'queue', at, queue: changed, ringsFor: userIds })
  const turnOfGroupId = step.strategy === 'in-turn' ? step.id : null
  await saveTurn(deps.database, record.stored.workspaceId, { turnOfGroupId, userIds })
  return 'waiting'
}

/** Takes the call out of its queue. The caller hears music until someone answers. No-op for other calls. */
export async function leaveQueue(parts: CallParts): Promise<void> {
  if (parts.record.state.queue) await saveQueue(parts, null)
}

async function saveQueue({ deps, record }: CallParts, queue: CallQueue | null): Promise<void> {
  const timers = queue
    ? [clearTimer(timerNames.ringing), setTimer(createQueueTimer())]
    : [clearTimer(timerNames.queue), clearTimer(timerNames.queuePosition)]
  await record.apply({ type: 'queue', at: deps.now().getTime(), queue, ringsFor: [] }, timers)
}
