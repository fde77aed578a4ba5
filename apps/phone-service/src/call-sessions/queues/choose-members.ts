import { listQueuedCalls, type QueuedCall } from '../../call-log/index.ts'
import type { CallQueue, QueueStep } from '../../call-state/index.ts'
import { takeMemberOrder } from '../../routing/index.ts'
import { listDoNotDisturbUsers } from '../../user-settings/records/index.ts'
import type { CallParts } from '../parts/call-parts.ts'

/** The members for whom a waiting call rings next, and those for whom it has rung in this round. */
interface ChosenMembers {
  readonly userIds: readonly string[]
  readonly triedIds: readonly string[]
}

/**
 * Chooses the members for whom a waiting call rings. Each free member gets the call that has waited longest, on
 * whichever node it runs: they are left to an earlier call of the queue that rings for none, unless they have declined
 * it. A member who has not answered is chosen again after the others.
 */
export async function chooseMembers(
  parts: CallParts,
  step: QueueStep,
  { place, triedIds }: CallQueue,
): Promise<ChosenMembers> {
  const { deps, record } = parts
  const { workspaceId } = record.stored
  const none = { userIds: [], triedIds }
  const queued = await listQueuedCalls(deps.database, workspaceId)
  const isAhead = (other: QueuedCall) =>
    other.queueId === step.queueId && other.place < place && other.ringsFor.length === 0
  const others = queued.filter(({ id }) => id !== record.id)
  const taken = others.flatMap((other) => (isAhead(other) ? other.awaitedIds : other.ringsFor))
  const free = await listFreeMembers(parts, step, new Set(taken))
  if (free.length === 0) return none
  if (step.strategy === 'all') return { userIds: free, triedIds }
  const untried = free.filter((userId) => !triedIds.includes(userId))
  const candidates = untried.length > 0 ? untried : free
  const before = untried.length > 0 ? triedIds : []
  const sorted = await takeMemberOrder(deps.database, workspaceId, step)
  const userIds = sorted.filter((userId) => candidates.includes(userId)).slice(0, 1)
  return { userIds, triedIds: [...before, ...userIds] }
}

/** Returns the members who can take a call now: they are online, in no call, and want to be disturbed. */
async function listFreeMembers(
  { deps, record, ringing }: CallParts,
  { memberIds }: QueueStep,
  taken: ReadonlySet<string>,
): Promise<string[]> {
  const { database, live, now } = deps
  const { workspaceId } = record.stored
  const online = live.listConnectedMembers(workspaceId)
  const free = memberIds.filter(
    (userId) =>
      online.has(userId) &&
      !taken.has(userId) &&
      !ringing.hasDeclined(userId) &&
      !live.isInCall(workspaceId, userId),
  )
  const doNotDisturbIds = await listDoNotDisturbUsers(database, free, now())
  return free.filter((userId) => !doNotDisturbIds.includes(userId))
}
