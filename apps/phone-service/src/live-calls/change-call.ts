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
export async function changeCall(tools: CallTools, live: LiveCall, event: CallEvent): Promise<void> {
  const before = live.stored.state
  const state = nextCallState(before, event)
  if (state === before) return

  live.stored = { ...live.stored, state }
  if (state.phase !== 'ended') await keepCall(tools, live)
  await tellPeople(tools, live)
}

/** Saves the call. A failure is logged and does not interrupt the call. */
export async function keepCall({ database, log }: CallTools, live: LiveCall): Promise<void> {
  try {
    await saveCall(database, live.stored, live.hasRecording ? 'recorded' : 'not-recorded')
  } catch (error) {
    log.error('call.save-failed', { callId: live.stored.id, error })
  }
}

/** Sends the call to its participants and to the users for whom it rings, serialized for each of them. */
export async function tellPeople(tools: CallTools, live: LiveCall): Promise<void> {
  const { workspaceId } = live.stored
  for (const userId of peopleOf(tools, live)) {
    try {
      const call = await viewCall(tools, { workspaceId, userId }, live.stored)
      tools.live.toUser(workspaceId, userId, { type: 'call.updated', call })
    } catch (error) {
      tools.log.error('call.tell-failed', { callId: live.stored.id, error })
    }
  }
}

/** Sends a message to the users in the call. */
export function tellParticipants({ live: hub }: CallTools, live: LiveCall, message: ServerMessage): void {
  const { workspaceId, state } = live.stored
  for (const userId of new Set(state.legs.map((leg) => leg.userId))) {
    if (userId !== null) hub.toUser(workspaceId, userId, message)
  }
}

/** Returns the ids of the users for whom the call rings. */
export function ringsFor({ live: hub }: Pick<CallTools, 'live'>, live: LiveCall): string[] {
  const { workspaceId, ringsUserId, state } = live.stored
  if (live.incomingId === null || state.phase === 'ended') return []
  const asked = ringsUserId === null ? [...hub.usersOnline(workspaceId)] : [ringsUserId]
  return asked.filter((userId) => !live.declinedBy.has(userId))
}

function peopleOf(tools: CallTools, live: LiveCall): Set<string> {
  const inIt = live.stored.state.legs.map((leg) => leg.userId).filter((userId) => userId !== null)
  return new Set([...inIt, ...ringsFor(tools, live)])
}
