import type { LiveHub } from '../../live/index.ts'
import { isReadableCall, type StoredCall } from '../records/index.ts'

/** Returns the ids of the users with a connected tab who may read a call. */
export function listOnlineReaders(live: LiveHub, call: StoredCall): Set<string> {
  const { workspaceId } = call
  const administrators = live.onlineAdministrators(workspaceId)
  const readers = [...live.listUsersShowing(workspaceId)].filter((userId) =>
    isReadableCall(call, { workspaceId, userId, isPhoneAdmin: administrators.has(userId) }),
  )
  return new Set(readers)
}

/** Notifies the users with a connected tab who may read a call in one of its states, before or after a change. */
export function publishDetails(live: LiveHub, states: readonly StoredCall[]): void {
  const [call] = states
  if (!call) return
  const { workspaceId, id: callId } = call
  for (const userId of new Set(states.flatMap((state) => [...listOnlineReaders(live, state)])))
    live.sendToTabsShowing(workspaceId, userId, { type: 'call-details.changed', callId })
}
