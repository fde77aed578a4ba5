import type { ResponseOf } from '@parley/contract'
import type { parkedCalls } from '@parley/contract/phone'
import { listStoredParkedCalls, listStoredWaitingCalls, summarizeCalls } from '../call-log/index.ts'
import { findQueueStep } from '../call-state/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import { findRouting } from '../routing/index.ts'
import type { Services } from '../services.ts'

type ListParkedCalls = typeof parkedCalls.listParkedCalls
type ListWaitingCalls = typeof parkedCalls.listWaitingCalls

/** Returns the parked calls of the workspace. */
export async function listParkedCalls(
  services: Services,
  { user }: PhoneRequest<ListParkedCalls>,
): Promise<ResponseOf<ListParkedCalls>> {
  const calls = await listStoredParkedCalls(services.database, user.workspaceId)
  const summaries = await summarizeCalls(services, user, calls)
  const items = calls.flatMap(({ id, state: { parked } }) => {
    const summary = summaries.get(id)
    return parked && summary ? [{ ...summary, parked }] : []
  })
  return { items }
}

/** Returns the calls that wait in the queues of the user. */
export async function listWaitingCalls(
  services: Services,
  { user }: PhoneRequest<ListWaitingCalls>,
): Promise<ResponseOf<ListWaitingCalls>> {
  const { database } = services
  const calls = (await listStoredWaitingCalls(database, user.workspaceId)).filter(({ state }) =>
    findQueueStep(state)?.memberIds.includes(user.userId),
  )
  if (calls.length === 0) return { items: [] }
  const { configuration } = await findRouting(database, user.workspaceId)
  const names = new Map(configuration.queues.map(({ id, name }) => [id, name]))
  const summaries = await summarizeCalls(services, user, calls)
  const lengths = new Map<string, number>()
  const items = calls.flatMap(({ id, state: { queue } }) => {
    const summary = summaries.get(id)
    if (!queue || !summary) return []
    const position = (lengths.get(queue.queueId) ?? 0) + 1
    lengths.set(queue.queueId, position)
    return [{ ...summary, queueName: names.get(queue.queueId) ?? null, position, waitingSince: queue.at }]
  })
  return { items }
}
