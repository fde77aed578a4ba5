import type { CallSession, CallSessions } from './call-session.ts'

/** Returns the active calls of a user: those they take part in, and those that ring for them. */
export function callsForUser(
  callSessions: CallSessions,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): CallSession[] {
  return [...callSessions.values()].filter(({ stored, incomingId, declinedBy }) => {
    if (stored.workspaceId !== workspaceId || stored.state.phase === 'ended') return false
    if (stored.state.legs.some((leg) => leg.userId === userId && leg.state !== 'left')) return true
    const isForThem = stored.ringUserId === null || stored.ringUserId === userId
    return incomingId !== null && isForThem && !declinedBy.has(userId)
  })
}
