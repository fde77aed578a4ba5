import type { LiveCall, LiveCalls } from './live-call.ts'

/** Returns the active calls of a user: those they take part in, and those that ring for them. */
export function callsOf(
  liveCalls: LiveCalls,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): LiveCall[] {
  return [...liveCalls.values()].filter(({ stored, incomingId, declinedBy }) => {
    if (stored.workspaceId !== workspaceId || stored.state.phase === 'ended') return false
    if (stored.state.legs.some((leg) => leg.userId === userId && leg.state !== 'left')) return true
    const isForThem = stored.ringsUserId === null || stored.ringsUserId === userId
    return incomingId !== null && isForThem && !declinedBy.has(userId)
  })
}
