import { listQueuedCalls } from '../../call-log/index.ts'
import type { CallQueue, QueueStep } from '../../call-state/index.ts'
import { sortMembers } from '../../routing/index.ts'
import { listUndisturbedUsers } from '../../user-settings/records/index.ts'
import type { CallParts } from '../parts/call-parts.ts'

/** The members for whom a waiting call rings next, and those for whom it has rung in this round. */
interface ChosenMembers {
  readonly userIds: readonly string[]
  readonly triedIds: readonly string[]
}

/**
 * Chooses the members for whom a waiting call rings. It rings for none while an earlier call of the queue rings for
 * none either: each free member gets the call that has waited longest, on whichever node it runs. A member who has
 * not answered is chosen again after the others.
 */
export async function chooseMembers(
  parts: CallParts,
  step: QueueStep,
  { place, triedIds }: CallQueue,
): Promise<ChosenMembers> {
  const { deps, record } = parts
  const { workspaceId } = record.stored
  const none = { userIds: [], triedIds }
  const others = (await listQueuedCalls(deps.database, workspaceId)).filter(({ id }) => id !== record.id)
  const isBehind = others.some(
    (other) => other.queueId === step.queueId && other.place < place && other.ringsFor.length === 0,
  )
  if (isBehind) return none
  const rung = new Set(others.flatMap(({ ringsFor }) => ringsFor))
  const free = await listFreeMembers(parts, step, rung)
  if (free.length === 0) return none
  if (step.strategy === 'all') return { userIds: free, triedIds }
  const untried = free.filter((userId) => !triedIds.includes(userId))
  const candidates = untried.length > 0 ? untried : free
  const before = untried.length > 0 ? triedIds : []
  const sorted = await sortMembers(deps.database, workspaceId, step)
  const userIds = sorted.filter((userId) => candidates.includes(userId)).slice(0, 1)
  return { userIds, triedIds: [...before, ...userIds] }
}

/** Returns the members who can take a call now: they are online, in no call, and want to be disturbed. */
async function listFreeMembers(
  { deps, record, ringing }: CallParts,
  { memberIds }: QueueStep,
  rung: ReadonlySet<string>,
): Promise<string[]> {
  const { database, live, now } = deps
  const { workspaceId } = record.stored
  const online = live.reachableMembers(workspaceId)
  const free = memberIds.filter(
    (userId) =>
      online.has(userId) &&
      !rung.has(userId) &&
      !ringing.hasDeclined(userId) &&
      !live.isInCall(workspaceId, userId),
  )
  const undisturbed = await listUndisturbedUsers(database, free, now())
  return free.filter((userId) => !undisturbed.includes(userId))
}
