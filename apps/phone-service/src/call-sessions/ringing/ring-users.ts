import { createConcurrencyLimit } from '@parley/primitives'
import { findLastNotes, serializeCall } from '../../call-log/index.ts'
import { isForUserAlone } from '../../call-state/index.ts'
import { notifyByPush } from '../../push/index.ts'
import { endCall } from '../end-call.ts'
import type { CallParts } from '../parts/call-parts.ts'

/** Each reads the call for one user, and must leave database connections to other calls. */
const maxConcurrentRings = 3

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
  if (deps.live.listTabsToRing(workspaceId, userId).length === 0) return
  const isPhoneAdmin = deps.live.onlineAdministrators(workspaceId).has(userId)
  const [call, lastNotes] = await Promise.all([
    serializeCall(deps, { workspaceId, userId, isPhoneAdmin }, record.stored),
    number === null ? '' : findLastNotes(deps.database, { workspaceId, userId }, number),
  ])
  const message = {
    type: 'call.incoming',
    workspaceId,
    call,
    isForUserAlone: isForUserAlone(record.stored, userId),
    lastNotes,
  } as const
  for (const { handset, presentation, notifies } of deps.live.listTabsToRing(workspaceId, userId))
    handset.send({ ...message, presentation, notifies }, workspaceId)
}

/** Ends an incoming call that no user has answered. */
export async function endRinging(parts: CallParts, outcome: 'missed' | 'failed', at: number): Promise<void> {
  const { record, ringing } = parts
  if (record.hasEnded) return
  const hasReturned = ringing.returnsTo !== null
  ringing.sendEnd(record.stored)
  await endCall(parts, outcome === 'missed' && hasReturned ? 'no-answer' : outcome, at)
}
