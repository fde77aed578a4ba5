import { type CallTools, ringsFor } from './change-call.ts'
import type { LiveCall } from './live-call.ts'

export type RingingEnd =
  | { readonly because: 'answered' | 'declined'; readonly by: { userId: string; name: string | null } }
  | { readonly because: 'caller-gave-up' | 'not-answered' | 'failed'; readonly by: null }

/** Tells everyone for whom a call rings that it no longer does, and why. To be called while it still rings. */
export function stopRinging(tools: CallTools, session: LiveCall, { because, by }: RingingEnd): void {
  const { id: callId, workspaceId } = session.stored
  for (const userId of ringsFor(tools, session)) {
    const becauseForUser =
      because !== 'answered' ? because : by.userId === userId ? 'answered-here' : 'answered-elsewhere'
    tools.live.toUser(workspaceId, userId, {
      type: 'call.stopped-ringing',
      callId,
      because: becauseForUser,
      by,
    })
  }
}
