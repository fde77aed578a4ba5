import { findLastNotes, serializeCall } from '../call-log/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
import { endCall } from './end-call.ts'
import type { CallParts } from './parts/call-parts.ts'

/** Rings for the recipients of an incoming call, until one answers or the ring timeout expires. */
export async function ring(parts: CallParts): Promise<void> {
  const { deps, record, ringing, timers } = parts
  if (ringing.incomingId === null) return
  // First, so that the call also ends when the following fails.
  timers.set('ringing', deps.settings.ringTimeoutMs, () => onRingTimeout(parts))
  await deps.engine.ringIncoming(ringing.incomingId)
  for (const userId of ringing.targets(record.stored)) await ringUser(parts, userId)
}

/** Sends an incoming call to every tab of a user. One tab per browser plays the ringtone. */
export async function ringUser(
  { deps, record }: CallParts,
  userId: string,
  onlyHandsetId: string | null = null,
): Promise<void> {
  const { workspaceId, number } = record.stored
  const isPhoneAdmin = deps.live.onlineAdministrators(workspaceId).has(userId)
  const call = await serializeCall(deps, { workspaceId, userId, isPhoneAdmin }, record.stored)
  const lastNotes = number === null ? '' : await findLastNotes(deps.database, { workspaceId, userId }, number)
  for (const { handset, manner } of deps.live.handsetsToRing(workspaceId, userId)) {
    if (onlyHandsetId !== null && handset.handsetId !== onlyHandsetId) continue
    handset.send({ type: 'call.incoming', workspaceId, call, manner, lastNotes }, workspaceId)
  }
}

/** Declines the call for one user. When all users for whom it rings have declined, the call is rejected. */
export async function decline(parts: CallParts, user: CurrentUser): Promise<void> {
  const { deps, record, ringing } = parts
  const by = { userId: user.userId, name: user.displayName }
  const others = ringing.targets(record.stored).filter((userId) => userId !== user.userId)
  if (others.length > 0 || ringing.incomingId === null) return ringing.decline(record.stored, by)
  ringing.sendEnd(record.stored, { because: 'declined', by })
  await endCall(parts, 'declined', deps.now().getTime())
}

/** Ends an incoming call that ended on the caller's side before it was answered. */
export async function handleCallerGone(
  parts: CallParts,
  incomingId: string,
  reason: 'gave-up' | 'failed',
  at: number,
): Promise<void> {
  const { record, ringing } = parts
  if (ringing.incomingId !== incomingId || record.hasEnded) return
  const because = reason === 'failed' ? 'failed' : 'caller-gave-up'
  ringing.sendEnd(record.stored, { because, by: null })
  await endCall(parts, reason === 'failed' ? 'failed' : 'missed', at)
}

async function onRingTimeout(parts: CallParts): Promise<void> {
  const { deps, record, ringing } = parts
  if (ringing.incomingId === null || record.hasEnded) return
  ringing.sendEnd(record.stored, { because: 'not-answered', by: null })
  await endCall(parts, 'missed', deps.now().getTime())
}
