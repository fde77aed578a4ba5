import { saveCall, viewCall } from '../call-log/index.ts'
import { type CallEvent, nextCallState } from '../call-state/index.ts'
import type { ServerMessage } from '../live/index.ts'
import type { Services } from '../services.ts'
import type { LiveCall } from './live-call.ts'

export type CallTools = Pick<
  Services,
  'database' | 'now' | 'nodeId' | 'engine' | 'log' | 'live' | 'liveCalls' | 'directory' | 'settings'
>

/** Applies an event to a call, saves the call and publishes it. Call within `runExclusive`. */
export async function changeCall(tools: CallTools, session: LiveCall, event: CallEvent): Promise<void> {
  const before = session.stored.state
  const state = nextCallState(before, event)
  if (state === before) return

  session.stored = { ...session.stored, state }
  if (state.phase !== 'ended') await keepCall(tools, session)
  await tellPeople(tools, session)
}

/** Saves the call. A failure is logged and does not interrupt the call. */
export async function keepCall({ database, log }: CallTools, session: LiveCall): Promise<void> {
  try {
    await saveCall(database, session.stored, session.hasRecording ? 'recorded' : 'not-recorded')
  } catch (error) {
    log.error('call.save-failed', { callId: session.stored.id, error })
  }
}

/** Sends the call to its participants and to the users for whom it rings, serialized for each of them. */
export async function tellPeople(tools: CallTools, session: LiveCall): Promise<void> {
  const { workspaceId } = session.stored
  for (const userId of peopleOf(tools, session)) {
    try {
      const call = await viewCall(tools, { workspaceId, userId }, session.stored)
      tools.live.toUser(workspaceId, userId, { type: 'call.updated', call })
    } catch (error) {
      tools.log.error('call.tell-failed', { callId: session.stored.id, error })
    }
  }
}

/** Sends a message to the users in the call. */
export function tellParticipants({ live: hub }: CallTools, session: LiveCall, message: ServerMessage): void {
  const { workspaceId, state } = session.stored
  for (const userId of new Set(state.legs.map((leg) => leg.userId))) {
    if (userId !== null) hub.toUser(workspaceId, userId, message)
  }
}

/** Returns the ids of the users for whom the call rings. */
export function ringsFor({ live: hub }: Pick<CallTools, 'live'>, session: LiveCall): string[] {
  const { workspaceId, ringsUserId, state } = session.stored
  if (session.incomingId === null || state.phase === 'ended') return []
  const asked = ringsUserId === null ? [...hub.usersOnline(workspaceId)] : [ringsUserId]
  return asked.filter((userId) => !session.declinedBy.has(userId))
}

function peopleOf(tools: CallTools, session: LiveCall): Set<string> {
  const inIt = session.stored.state.legs.map((leg) => leg.userId).filter((userId) => userId !== null)
  return new Set([...inIt, ...ringsFor(tools, session)])
}
