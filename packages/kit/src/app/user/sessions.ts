import type { ActiveSession } from './requests/active-sessions.ts'
import type { UserDeps } from './user-deps.ts'

export interface SessionMethods {
  getActiveSessions(): Promise<ActiveSession[]>
  /** Ends a session. The current one cannot be revoked. */
  revokeSession(sessionId: string): Promise<void>
  /** Ends all sessions but the current one, as after a change of a sign-in method. */
  endOtherSessions(): Promise<void>
}

export function createSessionMethods(deps: UserDeps): SessionMethods {
  // Few pages show sessions.
  const requests = () => import('./requests/active-sessions.ts')
  return {
    getActiveSessions: async () => (await requests()).listSessions(deps),
    revokeSession: async (id) => (await requests()).revokeSession(deps, id),
    endOtherSessions: async () => (await requests()).endOtherSessions(deps),
  }
}
