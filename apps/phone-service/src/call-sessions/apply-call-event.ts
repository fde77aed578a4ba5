import { saveCall, serializeCall } from '../call-log/index.ts'
import { type CallEvent, nextCallState } from '../call-state/index.ts'
import type { ServerMessage } from '../live/index.ts'
import type { Services } from '../services.ts'
import type { CallSession } from './call-session.ts'

export type CallDeps = Pick<
  Services,
  'database' | 'now' | 'nodeId' | 'engine' | 'log' | 'live' | 'callSessions' | 'directory' | 'settings'
>

/** Applies an event to a call, saves the call and publishes it. Call within `runExclusive`. */
export async function applyCallEvent(deps: CallDeps, session: CallSession, event: CallEvent): Promise<void> {
  const before = session.stored.state
  const state = nextCallState(before, event)
  if (state === before) return

  session.stored = { ...session.stored, state }
  if (state.phase !== 'ended') await saveCallSession(deps, session)
  await publishCall(deps, session)
}

/** Saves the call. A failure is logged and does not interrupt the call. */
export async function saveCallSession({ database, log }: CallDeps, session: CallSession): Promise<void> {
  try {
    await saveCall(database, session.stored, session.hasRecording ? 'recorded' : 'not-recorded')
  } catch (error) {
    log.error('call.save_failed', { callId: session.stored.id, error })
  }
}

/** Sends the call to its participants and to the users for whom it rings, serialized for each of them. */
export async function publishCall(deps: CallDeps, session: CallSession): Promise<void> {
  const { workspaceId } = session.stored
  for (const userId of findRecipients(deps, session)) {
    try {
      const call = await serializeCall(deps, { workspaceId, userId }, session.stored)
      deps.live.sendToUser(workspaceId, userId, { type: 'call.updated', call })
    } catch (error) {
      deps.log.error('call.publish_failed', { callId: session.stored.id, error })
    }
  }
}

/** Sends a message to the users in the call. */
export function sendToParticipants(
  { live: hub }: CallDeps,
  session: CallSession,
  message: ServerMessage,
): void {
  const { workspaceId, state } = session.stored
  for (const userId of new Set(state.legs.map((leg) => leg.userId))) {
    if (userId !== null) hub.sendToUser(workspaceId, userId, message)
  }
}

/** Returns the ids of the users for whom the call rings. */
export function ringTargets({ live: hub }: Pick<CallDeps, 'live'>, session: CallSession): string[] {
  const { workspaceId, ringUserId: ringsUserId, state } = session.stored
  if (session.incomingId === null || state.phase === 'ended') return []
  const asked = ringsUserId === null ? [...hub.onlineUsers(workspaceId)] : [ringsUserId]
  return asked.filter((userId) => !session.declinedBy.has(userId))
}

function findRecipients(deps: CallDeps, session: CallSession): Set<string> {
  const inIt = session.stored.state.legs.map((leg) => leg.userId).filter((userId) => userId !== null)
  return new Set([...inIt, ...ringTargets(deps, session)])
}
