import {
  findCall,
  findName,
  findNames,
  isFromTrunk,
  toAnyMember,
  toCallPayload,
} from '../../call-log/index.ts'
import { listRecordings } from '../../recordings/index.ts'
import type { Services } from '../../services.ts'
import { type LeasedDelivery, saveBody } from '../records/index.ts'

type CallPayload = ReturnType<typeof toCallPayload>

type Deps = Pick<Services, 'database' | 'directory' | 'settings'>

/**
 * Returns the body of the request with an event, which is the same for all attempts. Null when the event was deleted
 * meanwhile.
 */
export async function composeBody(deps: Deps, delivery: LeasedDelivery): Promise<string | null> {
  const { eventId, type, happenedAt } = delivery
  if (delivery.body !== null) return delivery.body
  const data = await composeData(deps, delivery)
  if (!data) return null
  return await saveBody(deps.database, eventId, JSON.stringify({ type, at: happenedAt.getTime(), data }))
}

async function composeData(
  deps: Deps,
  { type, callId, workspaceId, payload }: LeasedDelivery,
): Promise<Record<string, unknown> | null> {
  const { database, settings } = deps
  if (callId === null) return payload
  const call = await findCall(database, workspaceId, callId)
  if (!call) return null
  // The name in a private contact is not shown to others.
  const viewer = toAnyMember(workspaceId)
  const caller = { number: call.number, isTrunkCaller: isFromTrunk(call) }
  const name = findName(caller, await findNames(deps, viewer, [call.number])) ?? call.callerName
  const url = `${settings.phoneUrl}/?call=${callId}`
  const { call: known, ...others } = payload
  const { id, conferenceId, direction, number, ...rest } = (known ?? toCallPayload(call)) as CallPayload
  const data = { call: { id, conferenceId, direction, number, name, ...rest, url }, ...others }
  if (type !== 'recording.ready') return data
  const recordings = await listRecordings(database, [callId])
  return {
    ...data,
    recordings: recordings
      .filter(({ state }) => state !== 'lost')
      .map(({ id, startedAt, durationMs }) => ({ id, startedAt: startedAt.getTime(), durationMs })),
  }
}
