import type { CallSession } from './call-session.ts'

/** What operations need to control calls: the active calls of this node, by id. */
export interface CallSessionService {
  readonly callSessions: Map<string, CallSession>
}
