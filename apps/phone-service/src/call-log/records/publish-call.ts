import type { Kysely } from 'kysely'
import { isEmergencyService } from '../../call-state/index.ts'
import type { PhoneTables } from '../../database/tables.ts'
import { publishEvent, publishEventIfPossible } from '../../webhooks/records/index.ts'
import type { StoredCall } from './stored-call.ts'

/** A change of a call that the webhooks of its workspace can receive. */
type CallChange = 'call.started' | 'call.answered' | 'call.ended'

/**
 * Publishes changes of a call in the transaction that stores them. No-op for the calls of a verification, of the self-test
 * and of a test of the emergency route.
 */
export async function publishCallChanges(
  transaction: Kysely<PhoneTables>,
  call: StoredCall,
  changes: readonly CallChange[],
): Promise<void> {
  const { id: callId, workspaceId, state } = call
  if (state.purpose !== undefined) return
  const times = {
    'call.started': state.startedAt,
    'call.answered': state.answeredAt,
    'call.ended': state.endedAt,
  }
  const publish = state.legs.some(isEmergencyService) ? publishEventIfPossible : publishEvent
  for (const type of changes) {
    const at = new Date(times[type] ?? state.startedAt)
    await publish(transaction, { workspaceId, callId, type, at, payload: { call: toCallPayload(call) } })
  }
}

/** Returns what a webhook receives of a call, except names of its number, which another module has. */
export function toCallPayload({ id, conferenceId, number, ownNumber, userId, userName, state }: StoredCall) {
  const { direction, startedAt, answeredAt, endedAt, endReason } = state
  const durationMs = answeredAt === null || endedAt === null ? null : Math.max(0, endedAt - answeredAt)
  return {
    id,
    conferenceId,
    direction,
    number,
    ownNumber,
    userId,
    userName,
    startedAt,
    answeredAt,
    endedAt,
    endReason,
    durationMs,
  }
}
