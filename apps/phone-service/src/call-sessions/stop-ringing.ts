import { type CallDeps, ringTargets } from './apply-call-event.ts'
import type { CallSession } from './call-session.ts'

export type RingingEnd =
  | { readonly because: 'answered' | 'declined'; readonly by: { userId: string; name: string | null } }
  | { readonly because: 'caller-gave-up' | 'not-answered' | 'failed'; readonly by: null }

/** Tells everyone for whom a call rings that it no longer does, and why. To be called while it still rings. */
export function stopRinging(deps: CallDeps, session: CallSession, { because, by }: RingingEnd): void {
  const { id: callId, workspaceId } = session.stored
  for (const userId of ringTargets(deps, session)) {
    const becauseForUser =
      because !== 'answered' ? because : by.userId === userId ? 'answered-here' : 'answered-elsewhere'
    deps.live.sendToUser(workspaceId, userId, {
      type: 'call.stopped-ringing',
      callId,
      because: becauseForUser,
      by,
    })
  }
}
